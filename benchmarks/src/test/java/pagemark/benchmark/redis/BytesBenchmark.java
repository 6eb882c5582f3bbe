package pagemark.benchmark.redis;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.store.GroupFill;
import pagemark.embedded.RedisServer;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What an entry costs in Redis: for each kind of entry and size of group a fresh server, filled
/// through the index's writer, and every key of every group counted.
public final class BytesBenchmark implements Benchmark {
  private static final long SEED = 20_260_302;

  /// So many entries at least, that the mean is steady.
  private static final int ENTRIES_MIN = 20_000;

  private static final int OPS_PER_WRITE = 1_000;
  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "bytes",
        "Bytes of an entry in Redis",
        "MEMORY USAGE of all keys of all groups, names included, by entry. A fence exists for one"
            + " to three days after the item's last change; entries that a rebuild wrote have"
            + " none. used_memory also holds the server's table of keys.",
        "the entry alone, in one sorted set",
        "the same");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    recorder.setting("seed", SEED);
    List<Integer> sizes =
        switch (effort) {
          case SMOKE -> List.of(100);
          case SHORT -> List.of(1, 10, 100, 10_000);
          case THOROUGH -> List.of(1, 10, 100, 10_000, 1_000_000);
        };
    for (EntryKind kind :
        List.of(
            EntryKind.uuidText(),
            EntryKind.uuidPacked(),
            EntryKind.uuidTextInCells(),
            EntryKind.bytesLayout())) {
      for (int size : sizes) {
        new Run(kind, size, recorder).weigh();
      }
    }
    recorder.table(
        new Table(
            "bytes.redis",
            "Bytes an entry",
            List.of(
                "Entry", "A group", "all", "cells", "fence", "together", "used_memory", "ratio"),
            rows));
  }

  /// Groups of one size.
  private final class Run {
    private final EntryKind kind;
    private final int size;
    private final Recorder recorder;
    private final IndexDefinition definition;
    private final Random random = new Random(SEED);
    private long written;

    private Run(EntryKind kind, int size, Recorder recorder) {
      this.kind = kind;
      this.size = size;
      this.recorder = recorder;
      this.definition = kind.definition();
    }

    private void weigh() throws Exception {
      try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
          IndexStore store = GroupFill.open(server.uri().toString());
          IndexMemory memory = new IndexMemory(server.uri())) {
        long before = memory.used();
        fill(store, Math.max(1, ENTRIES_MIN / size));
        record(memory.usage(GroupFill.GENERATION), memory.used() - before);
      }
    }

    private void fill(IndexStore store, int groups) throws UnfitException {
      List<GroupWrite> writes = new ArrayList<>();
      int open = 0;
      for (int group = 0; group < groups; group++) {
        String name = "group%07d".formatted(group);
        for (int left = size; left > 0; left -= OPS_PER_WRITE) {
          int ops = Math.min(left, OPS_PER_WRITE);
          writes.add(write(name, ops));
          open += ops;
          if (open >= OPS_PER_WRITE) {
            GroupFill.requireApplied(store.writer().write(writes));
            writes.clear();
            open = 0;
          }
        }
      }
      GroupFill.requireApplied(store.writer().write(writes));
    }

    private GroupWrite write(String group, int count) throws UnfitException {
      List<Op> ops = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Map<String, AttributeValue> item = kind.item(group, random);
        if (!(definition.indexable(item) instanceof Indexed(_, var entry))) {
          throw new IllegalStateException("not indexed: " + item);
        }
        ops.add(new Op(definition.positions().itemKey(item), sequence(), entry, Set.of()));
      }
      return new GroupWrite(new GroupRef(GroupFill.GENERATION, "entries", new Group(group)), ops);
    }

    /// 21 digits, as DynamoDB's are.
    private Sequence sequence() {
      written++;
      return new Sequence("1%020d".formatted(written));
    }

    private void record(IndexMemory.Usage usage, long grown) {
      double entries = written;
      double entry = (usage.all() + usage.cells()) / entries;
      double ratio = usage.total() / entries / entry;
      rows.add(
          List.of(
              kind.name(),
              "%,d".formatted(size),
              Numbers.text(usage.all() / entries),
              Numbers.text(usage.cells() / entries),
              Numbers.text(usage.fences() / entries),
              Numbers.text(usage.total() / entries),
              Numbers.text(grown / entries),
              Numbers.ratio(ratio)));
      String id =
          "bytes.%s.%d"
              .formatted(kind.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"), size);
      recorder.figure(
          id + ".entry",
          "bytes of an entry without its fence: %s, %,d a group".formatted(kind.name(), size),
          entry);
      recorder.figure(
          id + ".written",
          "bytes of an entry with its fence, by those of the entry alone: %s, %,d a group"
              .formatted(kind.name(), size),
          ratio,
          aim());
    }

    private Figure.@Nullable Aim aim() {
      return size == 10_000 && kind.name().equals(EntryKind.uuidText().name())
          ? Figure.atMost(1.3)
          : null;
    }
  }

  /// A kind of entry that [BytesBenchmark] weighs.
  ///
  /// @param name in the table
  /// @param key the type of the item key
  /// @param sort the JSON of the sort attribute
  /// @param at the pattern of the sort values
  /// @param filters the JSON of the filters
  /// @param ids makes random ones
  private record EntryKind(
      String name,
      String key,
      String sort,
      String at,
      String filters,
      Function<Random, String> ids) {
    private static final String DATETIME =
        """
        "type": "datetime", "pattern": "uuuu-MM-dd HH:mm:ss"\
        """;
    private static final String SECONDS = "uuuu-MM-dd HH:mm:ss";
    private static final String NO_FILTERS = "";
    private static final long FIRST_SECOND = 1_714_521_600;
    private static final long SECONDS_IN_YEAR = 31_536_000;

    static EntryKind uuidText() {
      return new EntryKind("UUID text", "string", DATETIME, SECONDS, NO_FILTERS, EntryKind::uuid);
    }

    static EntryKind uuidPacked() {
      return new EntryKind("UUID packed", "uuid", DATETIME, SECONDS, NO_FILTERS, EntryKind::uuid);
    }

    static EntryKind uuidTextInCells() {
      String filters =
          """
          "filters": {"rating": {"attribute": "rating", "values": [1, 2, 3, 4, 5]}},\
          """;
      return new EntryKind(
          "UUID text, a filter", "string", DATETIME, SECONDS, filters, EntryKind::uuid);
    }

    static EntryKind bytesLayout() {
      return new EntryKind(
          "ISO time string, UUID text",
          "string",
          "\"type\": \"string\"",
          "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'",
          NO_FILTERS,
          EntryKind::uuid);
    }

    IndexDefinition definition() {
      String json =
          """
          {"entries": {"table": "entries", "index": "byGroup", "group": {"attribute": "g"},
            "sort": {"attribute": "at", %s}, "key": [{"attribute": "id", "type": "%s"}], %s
            "attributes": "*"}}
          """
              .formatted(sort, key, filters);
      return Listings.parse(json, Map.of()).find("entries").orElseThrow().definition();
    }

    /// A random item of `group`.
    Map<String, AttributeValue> item(String group, Random random) {
      Instant time =
          Instant.ofEpochSecond(FIRST_SECOND + random.nextLong(SECONDS_IN_YEAR))
              .plusMillis(random.nextInt(1_000));
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("g", fromS(group));
      item.put("at", fromS(DateTimeFormatter.ofPattern(at).withZone(ZoneOffset.UTC).format(time)));
      item.put("id", fromS(ids.apply(random)));
      item.put("rating", fromN(Integer.toString(1 + random.nextInt(5))));
      return item;
    }

    private static String uuid(Random random) {
      return new UUID(random.nextLong(), random.nextLong()).toString();
    }
  }
}
