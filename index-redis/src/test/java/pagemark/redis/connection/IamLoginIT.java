package pagemark.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Sequence;
import pagemark.index.ServerCertificate;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult;

/// Tests a reader and a writer that log in by IAM, on a single node and on a cluster. Redis itself
/// does not know IAM, so this Redis takes the current token as the user's password.
@Nightly
@TakesLong(nightly = 15)
final class IamLoginIT {
  private static final GroupRef GROUP = new GroupRef("g1", "comments", new Group("shirt"));
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration CUT_AFTER = Duration.ofHours(12);

  @TempDir private static Path folder;
  private static ServerCertificate certificate;
  private static TlsServer single;
  private static TlsServer clustered;

  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void start() {
    certificate = ServerCertificate.here(folder);
    single = TlsServer.start(certificate);
    clustered = TlsServer.startCluster(certificate);
  }

  @AfterAll
  static void stop() {
    single.close();
    clustered.close();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  private TokenCache cache(boolean cluster) {
    return TokenCache.on(cluster ? clustered : single, certificate, cluster).ready();
  }

  private IndexStore store(TokenCache cache) {
    return opened(cache.store());
  }

  private IndexStore opened(IndexStore store) {
    open.add(store);
    return store;
  }

  private static PageSlice read(IndexStore store) {
    return store.reader().page(new PageQuery(GROUP, Layout.SCORE, Order.ASCENDING, 0, 20, 5));
  }

  private static WriteResult write(IndexStore store, int number) {
    Entry entry = new Entry(Cell.WHOLE, new Position(number, Bytes.utf8("item" + number)));
    Op op = new Op(entry.position().member(), new Sequence("" + number), entry, Set.of());
    return store.writer().write(List.of(new GroupWrite(GROUP, List.of(op)))).getFirst();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void newConnectionsLogInWithANewToken(boolean cluster) {
    TokenCache cache = cache(cluster);
    IndexStore store = store(cache);
    read(store);
    cache.pass(IamTokens.USE_MAX);
    cache.acceptTokenOf(cache.now());
    cache.cutConnections();
    assertEquals(0, read(store).total());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aConnectionOutlivesTheTokenItBeganWith(boolean cluster) {
    TokenCache cache = cache(cluster);
    IndexStore store = store(cache);
    read(store);
    List<Long> connections = cache.connections();
    for (int step = 0; step < 60; step++) {
      cache.pass(MINUTE.multipliedBy(4));
      cache.acceptTokenOf(cache.now());
      assertEquals(new WriteResult.Written(1, 0, List.of()), write(store, step + 1));
      assertEquals(connections, cache.connections());
    }
  }

  /// The network may have forgotten them without a word, while the function was frozen.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectionsAreNotUsedAfterASilence(boolean cluster) {
    TokenCache cache = cache(cluster);
    IndexStore store = store(cache);
    read(store);
    List<Long> connections = cache.connections();
    cache.pass(IndexSettings.IDLE_MAX);
    cache.acceptTokenOf(cache.now());
    assertEquals(0, read(store).total());
    assertTrue(Collections.disjoint(connections, cache.connections()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noConnectionIsUsedTwelveHoursAfterItsLogin(boolean cluster) {
    TokenCache cache = cache(cluster);
    IndexStore store = store(cache);
    Map<Long, Instant> since = new HashMap<>();
    for (int step = 0; step < 400; step++) {
      cache.acceptTokenOf(cache.now());
      read(store);
      write(store, step + 1);
      for (long connection : cache.connections()) {
        Instant login = since.computeIfAbsent(connection, _ -> cache.now());
        Duration age = Duration.between(login, cache.now());
        assertTrue(age.compareTo(CUT_AFTER) < 0, "used " + age + " after its login");
      }
      cache.pass(MINUTE.multipliedBy(4));
    }
    assertTrue(since.size() > 2, "connections were never made anew");
  }

  /// The function was frozen between making the token and the login: its clock takes the token for
  /// young, the cache does not.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRefusedTokenIsReplacedOnce(boolean cluster) {
    TokenCache cache = cache(cluster);
    IndexStore store = store(cache);
    read(store);
    cache.pass(MINUTE);
    cache.acceptTokenOf(cache.now());
    cache.cutConnections();
    assertEquals(0, read(store).total());

    cache.pass(MINUTE);
    cache.acceptTokenOf(cache.now());
    cache.cutConnections();
    assertEquals(new WriteResult.Written(1, 0, List.of()), write(store, 1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reportsATokenThatStaysRefusedWithoutShowingIt(boolean cluster) {
    TokenCache cache = cache(cluster);
    IndexStore store = store(cache);
    read(store);
    cache.accept("another");
    cache.cutConnections();
    assertRefused(store, "user \"pagemark-api\" is refused at cache \"Pagemark-Index\"");
    assertRefused(store(cache), "the token has expired");

    cache.acceptTokenOf(cache.now());
    assertEquals(new WriteResult.Written(1, 0, List.of()), write(store, 1), "once it is mended");
  }

  /// Checks the error of readers and writers. It is not final, so a batch is retried.
  private static void assertRefused(IndexStore store, String part) {
    assertToldOnly(part, assertThrows(IndexException.Refused.class, () -> read(store)));
    WriteResult.Failed failed = assertInstanceOf(WriteResult.Failed.class, write(store, 1));
    assertToldOnly(part, assertInstanceOf(IndexException.Refused.class, failed.cause()));
    assertThrows(IndexException.Refused.class, () -> store.markers().count("g1"));
    assertThrows(IndexException.Refused.class, () -> store.inspector().groups("g1", _ -> {}));
    assertThrows(IndexException.Refused.class, () -> store.inspector().weight(GROUP, Set.of()));
    assertThrows(IndexException.Refused.class, () -> store.writer().time());
  }

  private static void assertToldOnly(String part, IndexException told) {
    assertTrue(String.valueOf(told.getMessage()).contains(part), told.getMessage());
    for (Throwable e = told; e != null; e = e.getCause()) {
      assertFalse(e.toString().contains("X-Amz"), e.toString());
    }
  }
}
