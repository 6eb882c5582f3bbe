package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.embedded.RedisServer;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Written;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Layout;
import pagemark.key.Position;
import pagemark.listing.Order;

/// Tests a reader and a writer behind a network that fails. A lost call gives an error in bounded
/// time. Nothing is lost, and once the network works again everything does.
@TakesLong
final class FaultsIT {
  private static final String GENERATION = "g1";
  private static final int GROUPS = 8;

  private static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(1), Duration.ofSeconds(1));

  /// Several times the timeouts above, with room for a busy machine.
  private static final Duration ANSWERED_MAX = Duration.ofSeconds(8);

  private RedisServer server;
  private FaultProxy proxy;
  private IndexStore store;
  private IndexStore direct;

  @BeforeEach
  void start() {
    server = RedisServer.start(RedisServer.Options.inMemory());
    proxy = FaultProxy.to(server.uri());
    store = IndexStores.open(proxy.uri().toString(), SETTINGS);
    direct = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
    direct.markers().building(GENERATION, "nonce", Instant.EPOCH);
    direct.markers().ready(GENERATION, "nonce");
    assertEquals(applied(), write(1));
    openConnections();
  }

  @AfterEach
  void stop() {
    store.close();
    direct.close();
    proxy.close();
    server.close();
  }

  @Test
  void aWriteWithALostReplyIsRetriedAtOnceAndIsADuplicate() {
    proxy.loseReplies(1);
    assertEquals(List.of(new Written(0, 1, List.of())), writeOne(2));
    assertEquals(1, proxy.lost());
    assertReads(0, 2);
  }

  @Test
  void aWriteWithLostRepliesFailsAndItsRetryIsADuplicate() {
    proxy.loseReplies(2);
    Failed failed = assertInstanceOf(Failed.class, writeOne(2).getFirst());
    assertInstanceOf(Unavailable.class, failed.cause());
    assertEquals(2, proxy.lost());
    assertReads(0, 2);
    assertEquals(List.of(new Written(0, 1, List.of())), writeOne(2));
    assertEquals(List.of(new Written(1, 0, List.of())), writeOne(3));
    assertReads(0, 3);
  }

  @Test
  void manyWritesWithLostRepliesAreEachAppliedOnce() {
    for (int sequence = 2; sequence < 12; sequence++) {
      proxy.loseReplies(sequence % 4);
      StreamedWrites.settle(store.writer(), batch(sequence));
      assertHolds(sequence);
    }
  }

  @Test
  void aReadWithALostReplyIsRetried() {
    proxy.loseReplies(1);
    assertReads(0, 1);
    assertEquals(1, proxy.lost());
  }

  @Test
  void resetConnectionsAreReplaced() {
    proxy.cut();
    assertReads(0, 1);
    openConnections();
    proxy.cut();
    assertEquals(applied(), write(2));
  }

  @Test
  void oneReadFindsOutThatAllConnectionsAreDead() {
    proxy.forget();
    assertUnavailable(0);
    for (int group = 0; group < GROUPS; group++) {
      assertReads(group, 1);
    }
  }

  @Test
  void oneWriteFindsOutThatAllConnectionsAreDead() {
    proxy.forget();
    assertAllFailed(write(2));
    assertEquals(applied(), write(2));
    assertEquals(applied(), write(3));
    assertReads(0, 3);
  }

  @Test
  void aFrozenServerFailsInTimeAndServesOnceItGoesOn() throws Exception {
    signal("STOP");
    assertUnavailable(0);
    assertAllFailed(write(2));
    signal("CONT");
    assertReads(0, 1, 2);
    StreamedWrites.settle(store.writer(), batch(2));
    assertHolds(2);
  }

  @Test
  void aFrozenNetworkFailsInTimeAndServesOnceItGoesOn() {
    proxy.freeze();
    assertUnavailable(0);
    assertAllFailed(write(2));
    proxy.cut();
    proxy.thaw();
    assertReads(0, 1, 2);
    StreamedWrites.settle(store.writer(), batch(3));
    assertReads(0, 3);
  }

  @Test
  void aLateReplyIsNotTakenForAnother() {
    proxy.delay(SETTINGS.replyTimeout().plusMillis(300));
    assertUnavailable(0);
    assertAllFailed(write(2));
    proxy.delay(Duration.ZERO);
    StreamedWrites.settle(store.writer(), batch(2));
    for (int group = 0; group < GROUPS; group++) {
      assertReads(group, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOADING Redis is loading the dataset in memory",
        "READONLY You can't write against a read only replica.",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "CLUSTERDOWN The cluster is down",
        "MOVED 1 127.0.0.1:1",
        "ASK 1 127.0.0.1:1",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "ERR max number of clients reached"
      })
  void anErrorOfTheServerIsNoAnswer(String error) {
    proxy.answerScripts(error);
    assertUnavailable(0);
    assertAllFailed(write(2));
    assertTrue(proxy.injected() >= 1 + GROUPS, error);
    proxy.answerScripts(null);
    assertHolds(1);
    assertReads(0, 1);
    assertEquals(applied(), write(2));
  }

  /// A primary that has become a replica keeps its connections. A new connection goes to the new
  /// primary, by its name.
  @Test
  void aNodeThatBecameAReplicaIsLookedUpAgain() {
    int before = proxy.connections();
    proxy.answerScripts("READONLY You can't write against a read only replica.");
    assertAllFailed(write(2));
    assertTrue(before > 1, "" + before);
    RedisCluster.await(() -> proxy.connections() == 0);
  }

  /// Makes several calls at once, so that several connections are idle afterwards.
  private void openConnections() {
    proxy.delay(Duration.ofMillis(100));
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    for (int i = 0; i < GROUPS; i++) {
      int group = i;
      reads.add(CompletableFuture.runAsync(() -> page(group), Thread::startVirtualThread));
    }
    reads.forEach(CompletableFuture::join);
    proxy.delay(Duration.ZERO);
    assertTrue(proxy.connections() > 2, "" + proxy.connections());
  }

  private static GroupRef group(int number) {
    return new GroupRef(GENERATION, "comments", new Group("group" + number));
  }

  /// Makes for each group a write that moves its one item, named after the group, to sort value
  /// `sequence`.
  private static List<GroupWrite> batch(int sequence) {
    return IntStream.range(0, GROUPS)
        .mapToObj(
            number -> {
              Bytes item = Bytes.utf8("item" + number);
              Entry entry = new Entry(Cell.WHOLE, new Position(sequence, item));
              Op op = new Op(item, new Sequence("" + sequence), entry, Set.of());
              return new GroupWrite(group(number), List.of(op));
            })
        .toList();
  }

  private List<WriteResult> write(int sequence) {
    return inTime(() -> store.writer().write(batch(sequence)));
  }

  private List<WriteResult> writeOne(int sequence) {
    return inTime(() -> store.writer().write(batch(sequence).subList(0, 1)));
  }

  private static List<WriteResult> applied() {
    return IntStream.range(0, GROUPS)
        .<WriteResult>mapToObj(i -> new Written(1, 0, List.of()))
        .toList();
  }

  private static void assertAllFailed(List<WriteResult> results) {
    assertEquals(GROUPS, results.size());
    for (WriteResult result : results) {
      assertInstanceOf(Unavailable.class, assertInstanceOf(Failed.class, result).cause());
    }
  }

  private PageSlice page(int group) {
    return store
        .reader()
        .page(new PageQuery(group(group), Layout.SCORE, Order.ASCENDING, 0, 10, 0));
  }

  private void assertUnavailable(int group) {
    assertThrows(Unavailable.class, () -> inTime(() -> page(group)));
  }

  private void assertReads(int group, Integer... scores) {
    List<Position> positions = inTime(() -> page(group)).positions();
    assertEquals(1, positions.size());
    assertEquals(Bytes.utf8("item" + group), positions.getFirst().member());
    assertTrue(List.of(scores).contains((int) positions.getFirst().score()), positions.toString());
  }

  /// Checks what the server has, without the proxy.
  private void assertHolds(int sequence) {
    for (int group = 0; group < GROUPS; group++) {
      assertEquals(
          List.of(new Position(sequence, Bytes.utf8("item" + group))),
          direct.inspector().dump(group(group), List.of()).all());
    }
  }

  private static <T> T inTime(Supplier<T> call) {
    return assertTimeout(ANSWERED_MAX, call::get);
  }

  private void signal(String name) throws Exception {
    int exit =
        new ProcessBuilder("kill", "-" + name, "" + server.process().pid()).start().waitFor();
    assertEquals(0, exit);
  }
}
