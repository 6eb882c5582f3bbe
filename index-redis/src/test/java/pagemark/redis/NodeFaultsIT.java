package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Nightly;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Patience;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Written;

/// Tests a cluster of which one of three primaries is killed or hangs. The client knows the cluster
/// by that one. It has no replica.
@Nightly
@TakesLong(nightly = 20)
final class NodeFaultsIT {
  private static final String GENERATION = "g1";
  private static final int VICTIM = 0;
  private static final int GROUPS = 12;

  private static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofMillis(500), Duration.ofSeconds(1));

  /// Several times the timeouts above, with room for a busy machine.
  private static final Duration ANSWERED_MAX = Patience.of(Duration.ofSeconds(8));

  private static final List<GroupRef> ALL =
      IntStream.range(0, GROUPS)
          .mapToObj(i -> new GroupRef(GENERATION, "comments", new Group("group" + i)))
          .toList();

  private RedisCluster cluster;
  private IndexStore store;

  @BeforeEach
  void start() {
    cluster = RedisCluster.start();
    IndexStore patient = IndexStores.open(cluster.url(), IndexSettings.DEFAULT);
    patient.markers().building(GENERATION, "nonce", Instant.EPOCH);
    patient.markers().ready(GENERATION, "nonce");
    patient.close();
    store = IndexStores.open(cluster.url(), SETTINGS);
    StreamedWrites.settle(store.writer(), batch(1));
  }

  @AfterEach
  void stop() {
    store.close();
    cluster.close();
  }

  @Test
  void aKilledPrimaryFailsItsOwnGroupsOnly() {
    cluster.server(VICTIM).kill();
    assertOnlyTheVictimFails(2);
    cluster.awaitFailed(VICTIM);
    assertOnlyTheVictimFails(3);
    assertThrows(Unavailable.class, () -> inTime(() -> store.markers().count(GENERATION)));
  }

  @Test
  void aHangingPrimaryFailsItsOwnGroupsOnlyAndNothingIsLostOnceItGoesOn() throws Exception {
    signal("STOP");
    assertOnlyTheVictimFails(2);
    cluster.awaitFailed(VICTIM);
    assertOnlyTheVictimFails(3);
    signal("CONT");
    StreamedWrites.settle(store.writer(), batch(3));
    for (GroupRef group : ALL) {
      assertEquals(
          List.of(new Position(3, Bytes.utf8("item"))),
          GroupDump.of(store.inspector(), group, List.of()).all());
    }
  }

  @Test
  void aStoreOpenedWhileItsFirstNodeIsGoneIsUnavailableInTime() {
    cluster.server(VICTIM).kill();
    try (IndexStore late = IndexStores.open(cluster.url(), SETTINGS)) {
      assertThrows(Unavailable.class, () -> inTime(() -> late.reader().page(query(ALL.get(0)))));
      inTime(() -> late.writer().write(batch(2)))
          .forEach(result -> assertInstanceOf(Failed.class, result));
    }
  }

  private boolean isTheVictims(GroupRef group) {
    return cluster.owner(group) == VICTIM;
  }

  /// Makes for each group a write that moves its one item to sort value `sequence`.
  private static List<GroupWrite> batch(int sequence) {
    Entry entry = new Entry(Cell.WHOLE, new Position(sequence, Bytes.utf8("item")));
    Op op = new Op(Bytes.utf8("item"), new Sequence("" + sequence), entry, Set.of());
    return ALL.stream().map(group -> new GroupWrite(group, List.of(op))).toList();
  }

  private static PageQuery query(GroupRef group) {
    return new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 10, 0);
  }

  private void assertOnlyTheVictimFails(int sequence) {
    assertEquals(Set.of(true, false), Set.copyOf(ALL.stream().map(this::isTheVictims).toList()));
    List<WriteResult> results = inTime(() -> store.writer().write(batch(sequence)));
    assertEquals(GROUPS, results.size());
    for (int i = 0; i < GROUPS; i++) {
      GroupRef group = ALL.get(i);
      if (isTheVictims(group)) {
        Failed failed = assertInstanceOf(Failed.class, results.get(i));
        assertInstanceOf(Unavailable.class, failed.cause());
      } else {
        assertEquals(new Written(1, 0, List.of()), results.get(i));
        assertEquals(
            sequence,
            inTime(() -> store.reader().page(query(group))).positions().getFirst().score());
      }
    }
    GroupRef victims = ALL.stream().filter(this::isTheVictims).findFirst().orElseThrow();
    assertThrows(Unavailable.class, () -> inTime(() -> store.reader().page(query(victims))));
  }

  private static <T> T inTime(Supplier<T> call) {
    return assertTimeout(ANSWERED_MAX, call::get);
  }

  private void signal(String name) throws Exception {
    long pid = cluster.server(VICTIM).process().pid();
    int exit = new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor();
    assertEquals(0, exit);
  }
}
