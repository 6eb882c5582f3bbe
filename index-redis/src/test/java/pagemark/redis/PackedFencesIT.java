package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Extent;
import pagemark.index.Fence;
import pagemark.index.GroupDump;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.LookResult.Register;
import pagemark.index.Looks;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult.Written;
import pagemark.redis.script.IndexKeys;

/// Packed fences in groups that grow over many fields, beside the in-memory index.
@TakesLong(nightly = 35)
final class PackedFencesIT {
  private static final int ITEMS = 600;
  private static final int BATCHES = Extent.of(60, 300);
  private static final int SEEDS = Extent.of(2, 12);

  /// A field has 512 bytes on average, but few are average.
  private static final int FIELD_BYTES_MAX = 6_000;

  private static SingleServer server;

  @BeforeAll
  static void start() {
    server = SingleServer.start(RedisServer.Options.inMemory());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static GroupRef group(String generation) {
    server.store().markers().building(generation, "nonce", Instant.EPOCH);
    server.store().markers().ready(generation, "nonce");
    return new GroupRef(generation, "random", new Group("A"));
  }

  private static Register look(IndexStore store, GroupRef group, Bytes item) {
    return Looks.one(store.writer(), group, item, null);
  }

  private static List<Register> look(IndexStore store, GroupRef group, List<Bytes> items) {
    List<GroupLook.Item> looks =
        items.stream().map(item -> new GroupLook.Item(item, null)).toList();
    return Looks.all(store.writer(), new GroupLook(group, looks));
  }

  private static Written write(GroupRef group, Op... ops) {
    return assertInstanceOf(
        Written.class,
        server.store().writer().write(List.of(new GroupWrite(group, List.of(ops)))).getFirst());
  }

  /// The fields of a period, with the head.
  private static Map<Bytes, Bytes> fields(GroupRef group, int parity) {
    Map<Bytes, Bytes> fields = new HashMap<>();
    server
        .redis()
        .hgetAll(IndexKeys.of(group).packed(parity))
        .forEach((name, field) -> fields.put(Bytes.of(name), Bytes.of(field)));
    return fields;
  }

  @Test
  void randomOpsLeaveWhatTheInMemoryIndexHas() {
    long first = new Random().nextInt(1_000_000);
    System.out.printf("packed fences: seeds %d to %d%n", first, first + SEEDS - 1);
    for (long seed = first; seed < first + SEEDS; seed++) {
      new Comparison(seed).run();
    }
  }

  private static final class Comparison {
    private final String name;
    private final RandomFences random;
    private final GroupRef group;
    private final InMemoryIndex oracle =
        new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
    private int fieldsMax;

    private Comparison(long seed) {
      this.name = "seed " + seed;
      this.group = group("seed" + seed);
      this.random = new RandomFences(group.generation(), seed, ITEMS);
      oracle.markers().building(group.generation(), "nonce", Instant.EPOCH);
      oracle.markers().ready(group.generation(), "nonce");
    }

    private void run() {
      for (int batch = 0; batch < BATCHES; batch++) {
        if (batch % 20 == 19) {
          age();
        }
        List<Bytes> items = random.some(batch % 3 == 0 ? 200 : 12);
        List<Register> seen = look(oracle, group, items);
        assertEquals(seen, look(server.store(), group, items), name);
        List<Op> ops = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
          ops.add(random.op(items.get(i), seen.get(i).fence()));
        }
        List<GroupWrite> writes = List.of(new GroupWrite(group, ops));
        assertEquals(oracle.write(writes), server.store().writer().write(writes), name);
        checkFields();
      }
      assertEquals(
          look(oracle, group, random.items()), look(server.store(), group, random.items()), name);
      assertEquals(
          oracle.dump(group).cells(),
          GroupDump.of(server.store().inspector(), group, RandomFences.CELLS).cells(),
          name);
      assertTrue(fieldsMax > 20, () -> name + ": fields " + fieldsMax);
    }

    /// Lets the fences become stale, or only those of the period before.
    private void age() {
      int periods = 1 + random.next(3);
      AgedFences.age(server.redis(), group, periods);
      oracle.ageFences(group, periods);
      if (random.next(2) == 0) {
        assertEquals(
            oracle.writer().sweep(group.generation(), Sweep.BEGIN, () -> true).removed() > 0,
            server.store().writer().sweep(group.generation(), Sweep.BEGIN, () -> true).removed()
                > 0,
            name);
      }
    }

    private void checkFields() {
      for (int parity = 0; parity < 2; parity++) {
        Map<Bytes, Bytes> fields = fields(group, parity);
        fieldsMax = Math.max(fieldsMax, fields.size());
        int longest = fields.values().stream().mapToInt(Bytes::length).max().orElse(0);
        assertTrue(longest < FIELD_BYTES_MAX, () -> name + ": a field of " + longest);
      }
    }
  }

  private static Op op(String item, int sequence, @Nullable Entry entry) {
    return new Op(Bytes.utf8(item), new Sequence(Integer.toString(sequence)), entry, Set.of());
  }

  private static Entry entry(double score, String member) {
    return new Entry(Cell.WHOLE, new Position(score, Bytes.utf8(member)));
  }

  /// The score is not in the fence. If the entry is gone, the fence says so, and a repair that has
  /// seen this can put the entry back.
  @Test
  void aFenceWhoseEntryIsGoneIsRepaired() {
    GroupRef group = group("gone");
    write(group, op("a", 5, entry(7, "a")));
    Fence whole = look(server.store(), group, Bytes.utf8("a")).fence();
    server.redis().zrem(new String(IndexKeys.of(group).all(), UTF_8), "a");
    Fence gone = look(server.store(), group, Bytes.utf8("a")).fence();
    assertNotNull(whole);
    assertNotNull(gone);
    assertEquals(new Fence(new Sequence("5"), entry(-0x1p63, "a")), gone);
    Op late =
        new Op(
            Bytes.utf8("a"), Rule.Unchanged.of(whole, Map.of(), new Sequence("5")), null, Set.of());
    assertEquals(new Written(0, 0, List.of(late)), write(group, late), "the entry has changed");
    Rule.Unchanged repair = Rule.Unchanged.of(gone, Map.of(), new Sequence("5"));
    Op back = new Op(Bytes.utf8("a"), repair, entry(7, "a"), Set.of());
    assertEquals(new Written(1, 0, List.of()), write(group, back));
    assertEquals(
        repair.leaves(entry(7, "a")), look(server.store(), group, Bytes.utf8("a")).fence());
  }

  @Test
  void withoutMemoryRemovalsPassAlsoIfTheFencesNeedMoreFields() {
    GroupRef group = group("memory");
    Op[] puts =
        IntStream.range(0, 300)
            .mapToObj(i -> op("item" + i, i + 1, entry(i, "item" + i)))
            .toArray(Op[]::new);
    write(group, puts);
    AgedFences.age(server.redis(), group, 1);
    server.redis().configSet("maxmemory", "1mb");
    try {
      Op[] removals =
          IntStream.range(0, 300).mapToObj(i -> op("item" + i, 1_000 + i, null)).toArray(Op[]::new);
      assertEquals(new Written(300, 0, List.of()), write(group, removals));
    } finally {
      server.redis().configSet("maxmemory", "0");
    }
    assertFalse(server.redis().exists(new String(IndexKeys.of(group).all(), UTF_8)));
    assertTrue(fields(group, 0).size() > 10 && fields(group, 1).size() > 10);
  }

  /// A write rewrites its own field, and two more at most, however large the group is.
  @Test
  void aWriteToALargeGroupChangesFewFields() {
    GroupRef group = group("large");
    for (int from = 0; from < 3_000; from += 300) {
      int first = from;
      write(
          group,
          IntStream.range(first, first + 300)
              .mapToObj(i -> op("item" + i, i + 1, entry(i, "item" + i)))
              .toArray(Op[]::new));
    }
    for (int i = 3_000; i < 3_100; i++) {
      Map<Bytes, Bytes> before = all(group);
      write(group, op("item" + i, i + 1, entry(i, "item" + i)));
      Map<Bytes, Bytes> after = all(group);
      long changed =
          after.entrySet().stream().filter(field -> !before.entrySet().contains(field)).count();
      assertTrue(changed >= 2 && changed <= 4, () -> changed + " of " + after.size());
    }
  }

  private static Map<Bytes, Bytes> all(GroupRef group) {
    Map<Bytes, Bytes> all = fields(group, 0);
    all.putAll(fields(group, 1));
    return all;
  }
}
