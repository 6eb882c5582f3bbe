package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Contradictions;
import pagemark.index.GroupDump;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Looks;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.RandomOps;
import pagemark.index.Sequence;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import redis.clients.jedis.Jedis;

/// Moves a slot to another node and back while its groups are read and written. One group is quiet.
/// The other gets random batches, together with a group of another slot.
final class SlotMoveIT {
  /// An even seed, which uses the score layout.
  private static final long SEED = 4;

  private static final String GENERATION = "g1";
  private static final int PAGES_BETWEEN_STEPS = 20;

  private final RandomOps random = new RandomOps(SEED, GENERATION);
  private final GroupRef written = random.groups().getFirst();
  private final int slot = slot(written);
  private final GroupRef quiet =
      IntStream.range(0, 1_000_000)
          .mapToObj(i -> new GroupRef(GENERATION, "random", new Group("quiet" + i)))
          .filter(group -> slot(group) == slot)
          .findFirst()
          .orElseThrow();
  private final MovingSlotReader.Counts reads = new MovingSlotReader.Counts();
  private final AtomicLong batches = new AtomicLong();
  private final AtomicBoolean moving = new AtomicBoolean(true);
  private RedisCluster cluster;
  private IndexStore store;

  @BeforeEach
  void start() {
    cluster = RedisCluster.start();
    store = IndexStores.open(cluster.url(), IndexSettings.DEFAULT);
    store.markers().building(GENERATION, "nonce", Instant.EPOCH);
    store.markers().ready(GENERATION, "nonce");
  }

  @AfterEach
  void stop() {
    store.close();
    cluster.close();
  }

  private static int slot(GroupRef group) {
    return Slots.of(IndexKeys.of(group).all());
  }

  @Test
  void nothingIsLostOrDoubledWhileASlotMoves() {
    InMemoryIndex oracle = new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
    oracle.building(GENERATION, "nonce", Instant.EPOCH);
    oracle.ready(GENERATION, "nonce");
    StreamedWrites.settle(store.writer(), List.of(quietWrite()));
    MovingSlotReader reader =
        new MovingSlotReader(
            store, quiet, store.reader().page(MovingSlotReader.query(quiet)), written, reads);
    StreamedWrites writes = new StreamedWrites(random, oracle, store, batches);
    CompletableFuture<Void> reading =
        CompletableFuture.runAsync(() -> reader.readWhile(moving::get), Thread::startVirtualThread);
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> writes.writeWhile(moving::get), Thread::startVirtualThread);
    int home = cluster.owner(slot);
    int away = (home + 1) % cluster.nodes();
    try {
      move(new SlotMove(cluster, slot, home, away), List.of(reading, writing));
      move(new SlotMove(cluster, slot, away, home), List.of(reading, writing));
    } finally {
      moving.set(false);
    }
    Stream.of(reading, writing).forEach(CompletableFuture::join);
    for (GroupRef group : random.groups()) {
      GroupDump dump = GroupDump.of(store.inspector(), group, RandomOps.CELLS);
      assertEquals(List.of(), Contradictions.of(dump));
      assertEquals(oracle.dump(group), dump, "seed " + SEED);
      GroupLook look = random.everywhere(group);
      assertEquals(Looks.all(oracle, look), Looks.all(store.writer(), look), "seed " + SEED);
    }
  }

  private GroupWrite quietWrite() {
    List<Op> ops =
        IntStream.range(0, 40)
            .mapToObj(i -> new Position(Math.floorDiv(i, 7), Bytes.utf8("item" + i)))
            .map(p -> new Op(p.member(), new Sequence("1"), new Entry(Cell.WHOLE, p), Set.of()))
            .toList();
    return new GroupWrite(quiet, ops);
  }

  /// Moves the marker first. Then every key of a page is on another node than its marker, and pages
  /// are refused. After all keys have moved, pages come by ASK until the move ends, and then by
  /// MOVED once.
  private void move(SlotMove move, List<CompletableFuture<Void>> threads) {
    long asked = cluster.errors("ASK");
    long triedAgain = cluster.errors("TRYAGAIN");
    long moved = cluster.errors("MOVED");
    awaitMore(batches, 5, threads);
    awaitMore(reads.pages(), PAGES_BETWEEN_STEPS, threads);
    move.begin();
    awaitMore(reads.pages(), PAGES_BETWEEN_STEPS, threads);
    String marker = new String(IndexKeys.marker(slot), UTF_8);
    assertTrue(move.keys().contains(marker));
    move.migrate(marker);
    awaitMore(reads.refused(), PAGES_BETWEEN_STEPS, threads);
    move.keys().forEach(move::migrate);
    awaitMore(reads.pages(), PAGES_BETWEEN_STEPS, threads);
    assertEquals(List.of(), move.keys());
    move.end();
    awaitMore(reads.pages(), PAGES_BETWEEN_STEPS, threads);
    awaitMore(batches, 5, threads);
    assertTrue(cluster.errors("ASK") > asked, "no ASK");
    assertTrue(cluster.errors("TRYAGAIN") > triedAgain, "no TRYAGAIN");
    assertTrue(cluster.errors("MOVED") > moved, "no MOVED");
  }

  private static void awaitMore(
      AtomicLong count, long more, List<CompletableFuture<Void>> threads) {
    long before = count.get();
    RedisCluster.await(
        () -> {
          threads.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
          return count.get() >= before + more;
        });
  }

  /// Moves a slot with its keys from one node of a cluster to another, one key at a time, in the
  /// same steps as a cluster's own tools.
  private record SlotMove(RedisCluster cluster, int slot, int from, int to) {
    private static final int KEYS_MAX = 1_000;
    private static final int MIGRATE_MILLIS_MAX = 5_000;

    /// Begins: the source redirects calls whose keys it does not have, and the target accepts them.
    void begin() {
      try (Jedis source = cluster.node(from);
          Jedis target = cluster.node(to)) {
        target.clusterSetSlotImporting(slot, source.clusterMyId());
        source.clusterSetSlotMigrating(slot, target.clusterMyId());
      }
    }

    /// The keys that are still at the source.
    List<String> keys() {
      try (Jedis source = cluster.node(from)) {
        return new ArrayList<>(source.clusterGetKeysInSlot(slot, KEYS_MAX));
      }
    }

    void migrate(String key) {
      URI target = cluster.server(to).uri();
      try (Jedis source = cluster.node(from)) {
        source.migrate(target.getHost(), target.getPort(), key, 0, MIGRATE_MILLIS_MAX);
      }
    }

    /// Ends: tells every node, the target first, so that one node always owns the slot.
    void end() {
      String owner;
      try (Jedis target = cluster.node(to)) {
        owner = target.clusterMyId();
        target.clusterSetSlotNode(slot, owner);
      }
      for (int i = 0; i < cluster.nodes(); i++) {
        try (Jedis node = cluster.node(i)) {
          node.clusterSetSlotNode(slot, owner);
        }
      }
    }
  }

  /// Reads pages of two groups over and over, and checks each.
  ///
  /// @param quiet a group that nobody writes, with pages `expected` from the start
  /// @param written a group that is written meanwhile
  private record MovingSlotReader(
      IndexStore store, GroupRef quiet, PageSlice expected, GroupRef written, Counts counts) {
    private static final int READS_MAX = 1_000_000;
    private static final int PAGE = 20;

    /// The numbers of complete pages, and of reads that were refused with TRYAGAIN.
    record Counts(AtomicLong pages, AtomicLong refused) {
      Counts() {
        this(new AtomicLong(), new AtomicLong());
      }
    }

    static PageQuery query(GroupRef group) {
      return new PageQuery(group, Layout.SCORE, Order.ASCENDING, 7, PAGE, 3);
    }

    void readWhile(BooleanSupplier goesOn) {
      for (int i = 0; goesOn.getAsBoolean(); i++) {
        assertTrue(i < READS_MAX, "reads without end");
        try {
          assertEquals(expected, store.reader().page(query(quiet)));
          assertSound(store.reader().page(query(written)));
          counts.pages().incrementAndGet();
        } catch (IndexException.Unavailable e) {
          assertTrue(String.valueOf(e.getMessage()).contains("TRYAGAIN"), e::getMessage);
          counts.refused().incrementAndGet();
        }
      }
    }

    /// Checks that positions are in order and none comes twice.
    private static void assertSound(PageSlice slice) {
      List<Position> page = slice.positions();
      assertEquals(page.stream().distinct().sorted().toList(), page);
      assertEquals(Math.clamp(slice.total() - 7, 0, PAGE), page.size());
    }
  }
}
