package pagemark.proof;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import pagemark.embedded.RedisServer;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.key.Group;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Indexed;
import pagemark.proof.IndexMemory.Usage;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What an entry costs in Redis: for each kind of entry and size of group a fresh server, filled
/// through the index's writer, and every key of every group counted. Entries stay; fences go after
/// one to two days. `used_memory` holds the server's table of keys and the markers' growth too.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.BytesProof`.
public final class BytesProof {
  private static final String GENERATION = "proof00000";
  private static final long SEED = 20_260_302;
  private static final List<Integer> GROUP_SIZES = List.of(1, 10, 100, 10_000, 1_000_000);

  /// So many entries at least, that the mean is steady.
  private static final int ENTRIES_MIN = 20_000;

  private static final int OPS_PER_WRITE = 1_000;
  private final IndexStore store;
  private final EntryKind kind;
  private final IndexDefinition definition;
  private final Random random = new Random(SEED);
  private long written;

  private BytesProof(IndexStore store, EntryKind kind, IndexDefinition definition) {
    this.store = store;
    this.kind = kind;
    this.definition = definition;
  }

  public static void main(String[] args) throws UnfitException {
    printHead();
    for (EntryKind kind :
        List.of(
            EntryKind.uuidText(),
            EntryKind.uuidPacked(),
            EntryKind.shortId(),
            EntryKind.uuidTextInCells(),
            EntryKind.bytesLayout())) {
      for (int size : GROUP_SIZES) {
        weigh(kind, size);
      }
    }
    System.exit(0);
  }

  private static void printHead() {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        IndexMemory memory = new IndexMemory(server.uri())) {
      System.out.printf("redis %s, seed %d; bytes per entry:%n", memory.version(), SEED);
    }
    System.out.println(
        "| kind | per group | entries | all | cells | fences | all keys | used_memory |");
  }

  private static void weigh(EntryKind kind, int size) throws UnfitException {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore store = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
        IndexMemory memory = new IndexMemory(server.uri())) {
      store.markers().building(GENERATION, "proof", Instant.EPOCH);
      store.markers().ready(GENERATION, "proof");
      long before = memory.used();
      BytesProof proof = new BytesProof(store, kind, kind.definition());
      proof.fill(Math.max(1, ENTRIES_MIN / size), size);
      long grown = memory.used() - before;
      proof.print(size, memory.usage(GENERATION), grown);
    }
  }

  private void print(int size, Usage usage, long grown) {
    double entries = (double) written;
    System.out.printf(
        "| %-26s | %,9d | %,9d | %7.1f | %7.1f | %7.1f | %7.1f | %7.1f |%n",
        kind.name(),
        size,
        written,
        usage.all() / entries,
        usage.cells() / entries,
        usage.fences() / entries,
        usage.total() / entries,
        grown / entries);
  }

  private void fill(int groups, int size) throws UnfitException {
    List<GroupWrite> writes = new ArrayList<>();
    int open = 0;
    for (int group = 0; group < groups; group++) {
      String name = "group%07d".formatted(group);
      for (int left = size; left > 0; left -= OPS_PER_WRITE) {
        int ops = Math.min(left, OPS_PER_WRITE);
        writes.add(write(name, ops));
        open += ops;
        if (open >= OPS_PER_WRITE) {
          send(writes);
          open = 0;
        }
      }
    }
    send(writes);
  }

  private GroupWrite write(String group, int count) throws UnfitException {
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> item = kind.item(group, random);
      if (!(definition.indexable(item) instanceof Indexed(Group _, var entry))) {
        throw new IllegalStateException("not indexed: " + item);
      }
      ops.add(new Op(definition.positions().itemKey(item), sequence(), entry, Set.of()));
    }
    return new GroupWrite(new GroupRef(GENERATION, "entries", new Group(group)), ops);
  }

  /// 21 digits, as DynamoDB's are.
  private Sequence sequence() {
    written++;
    return new Sequence("1%020d".formatted(written));
  }

  private void send(List<GroupWrite> writes) {
    for (WriteResult result : store.writer().write(writes)) {
      if (!(result instanceof WriteResult.Written(int _, int duplicates, List<Op> older, var _))
          || duplicates > 0
          || !older.isEmpty()) {
        throw new IllegalStateException("not written: " + result);
      }
    }
    writes.clear();
  }
}
