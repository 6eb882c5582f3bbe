package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
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
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Patience;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Written;

/// A reader and a writer whose Redis is behind a network that a test lets fail.
abstract class FaultyNetwork {
  static final String GENERATION = "g1";
  static final int GROUPS = 8;

  static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(1), Duration.ofSeconds(1));

  /// Several times the timeouts above, with room for a busy machine.
  static final Duration ANSWERED_MAX = Patience.of(Duration.ofSeconds(8));

  FaultProxy proxy;
  IndexStore store;
  IndexStore direct;

  @BeforeEach
  void start() {
    direct = RedisTopology.SINGLE_NODE.emptyStore();
    proxy = FaultProxy.to(URI.create(RedisTopology.SINGLE_NODE.url()));
    store = IndexStores.open(proxy.uri().toString(), SETTINGS);
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
  }

  /// Makes several calls at once, so that several connections are idle afterwards.
  void openConnections() {
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

  static GroupRef group(int number) {
    return new GroupRef(GENERATION, "comments", new Group("group" + number));
  }

  /// Makes for each group a write that moves its one item, named after the group, to sort value
  /// `sequence`.
  static List<GroupWrite> batch(int sequence) {
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

  List<WriteResult> write(int sequence) {
    return inTime(() -> store.writer().write(batch(sequence)));
  }

  List<WriteResult> writeOne(int sequence) {
    return inTime(() -> store.writer().write(batch(sequence).subList(0, 1)));
  }

  static List<WriteResult> applied() {
    return IntStream.range(0, GROUPS)
        .<WriteResult>mapToObj(i -> new Written(1, 0, List.of()))
        .toList();
  }

  static void assertAllFailed(List<WriteResult> results) {
    assertEquals(GROUPS, results.size());
    for (WriteResult result : results) {
      assertInstanceOf(Unavailable.class, assertInstanceOf(Failed.class, result).cause());
    }
  }

  PageSlice page(int group) {
    return store
        .reader()
        .page(new PageQuery(group(group), Layout.SCORE, Order.ASCENDING, 0, 10, 0));
  }

  void assertUnavailable(int group) {
    assertThrows(Unavailable.class, () -> inTime(() -> page(group)));
  }

  void assertReads(int group, Integer... scores) {
    List<Position> positions = inTime(() -> page(group)).positions();
    assertEquals(1, positions.size());
    assertEquals(Bytes.utf8("item" + group), positions.getFirst().member());
    assertTrue(List.of(scores).contains((int) positions.getFirst().score()), positions.toString());
  }

  /// Checks what the server has, without the proxy.
  void assertHolds(int sequence) {
    for (int group = 0; group < GROUPS; group++) {
      assertEquals(
          List.of(new Position(sequence, Bytes.utf8("item" + group))),
          GroupDump.of(direct.inspector(), group(group), List.of()).all());
    }
  }

  static <T> T inTime(Supplier<T> call) {
    return assertTimeout(ANSWERED_MAX, call::get);
  }
}
