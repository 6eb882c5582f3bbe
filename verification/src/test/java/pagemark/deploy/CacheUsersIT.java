package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.embedded.RedisServer;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupDump;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Inspector.Weight;
import pagemark.index.Looks;
import pagemark.index.Markers.State;
import pagemark.index.Nightly;
import pagemark.index.PageQuery;
import pagemark.index.RandomOps;
import pagemark.index.TakesLong;
import pagemark.index.Window;
import pagemark.redis.RedisCluster;
import pagemark.redis.Wanted;
import redis.clients.jedis.Jedis;

/// The template's cache users can do what the functions do, and no more: the API's user cannot
/// write, the sync's cannot flush or administrate, and a script has only the rights of its caller.
@Nightly
@TakesLong(nightly = 15)
final class CacheUsersIT {
  private static final List<AccessRights> USERS = List.of(AccessRights.API, AccessRights.SYNC);
  private static final int NODES = 3;

  private static final GroupRef GROUP = new GroupRef("g1", "a", new Group("b"));

  private static RedisServer embedded;
  private static RedisCluster cluster;

  @BeforeAll
  static void start() {
    embedded = RedisServer.start(RedisServer.Options.inMemory());
    cluster = RedisCluster.start();
    grant();
  }

  /// Forgets what was refused so far.
  private static void grant() {
    servers().forEach(server -> USERS.forEach(user -> user.grant(server)));
  }

  private static List<URI> servers() {
    List<URI> servers = new ArrayList<>(List.of(embedded.uri()));
    IntStream.range(0, NODES).forEach(i -> servers.add(cluster.server(i).uri()));
    return servers;
  }

  @AfterAll
  static void stop() {
    cluster.close();
    embedded.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theFunctionsCanDoAllThatTheyDo(boolean isCluster) {
    grant();
    String url = isCluster ? cluster.url() : embedded.uri().toString();
    try (IndexStore sync = open(AccessRights.SYNC, url);
        IndexStore api = open(AccessRights.API, url)) {
      for (int seed = 1; seed <= 2; seed++) {
        follow(seed, sync, api);
      }
      assertTrue(Duration.between(sync.writer().time(), Instant.now()).abs().toMinutes() < 5);
    }
    servers().forEach(CacheUsersIT::assertNothingRefused);
  }

  private static IndexStore open(AccessRights user, String url) {
    return IndexStores.open(user.login(url), IndexSettings.DEFAULT);
  }

  /// Uses a generation from its first marker to its end, with all reads meanwhile.
  private static void follow(int seed, IndexStore sync, IndexStore api) {
    String generation = "seed" + seed;
    InMemoryIndex oracle = new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
    RandomOps random = new RandomOps(seed, generation);
    for (IndexStore each : List.of(oracle, sync)) {
      each.markers().building(generation, "nonce", Instant.EPOCH);
      each.markers().ready(generation, "nonce");
    }
    for (int batch = 0; batch < 20; batch++) {
      List<GroupWrite> writes = random.next();
      assertEquals(oracle.write(writes), sync.writer().write(writes), "seed " + seed);
    }
    random.groups().forEach(group -> inspect(random, group, oracle, sync));
    for (GroupRef group : random.groups()) {
      for (Order order : Order.values()) {
        PageQuery query = new PageQuery(group, random.layout(), order, 2, 7, 3);
        assertEquals(oracle.page(query), api.reader().page(query));
        PageQuery filtered =
            new PageQuery(
                group,
                RandomOps.CELLS.subList(0, 2),
                List.of(Cell.WHOLE),
                random.layout(),
                order,
                Window.WHOLE,
                new Anchor.Rank(2),
                2,
                0);
        assertEquals(oracle.page(filtered), api.reader().page(filtered));
      }
      CountQuery counts = new CountQuery(group, RandomOps.CELLS, random.layout(), Window.WHOLE);
      assertEquals(oracle.counts(counts), api.reader().counts(counts));
      for (Position position : oracle.dump(group).all()) {
        Anchor anchor = new Anchor.Around(position, true);
        PageQuery query =
            new PageQuery(group, random.layout(), Order.ASCENDING, Window.WHOLE, anchor, 7, 3);
        assertEquals(oracle.page(query), api.reader().page(query));
      }
    }
    assertEquals(List.of(), sync.markers().dangers());
    assertEquals(Set.of(State.READY), sync.markers().count(generation).keySet());
    sync.markers().drop(generation);
    assertEquals(Set.of(), sync.markers().count(generation).keySet());
  }

  private static void inspect(
      RandomOps random, GroupRef group, InMemoryIndex oracle, IndexStore sync) {
    assertEquals(oracle.dump(group), GroupDump.of(sync.inspector(), group, RandomOps.CELLS));
    Set<GroupRef> found = new HashSet<>();
    sync.inspector().groups(group.generation(), found::addAll);
    assertTrue(found.contains(group), found.toString());
    assertEquals(
        oracle.sizes(List.of(group), RandomOps.CELLS),
        sync.inspector().sizes(List.of(group), RandomOps.CELLS));
    List<Entry> entries = sync.inspector().entries(group, Cell.WHOLE, Place.FIRST).entries();
    assertTrue(!entries.isEmpty());
    assertEquals(
        entries,
        sync.inspector()
            .entries(group, Cell.WHOLE, Place.of(entries.getFirst().position()))
            .entries());
    GroupLook look = random.everywhere(group);
    assertEquals(Looks.all(oracle, look), Looks.all(sync.writer(), look));
  }

  /// A serverless cache refuses MEMORY, and a user that names it.
  @Test
  void memoryIsUnknownToTheSyncAndItsStatisticsGoOnWithAnEstimate() {
    grant();
    RandomOps random = new RandomOps(5, "weighed");
    try (IndexStore sync = open(AccessRights.SYNC, embedded.uri().toString())) {
      sync.markers().building("weighed", "nonce", Instant.EPOCH);
      sync.markers().ready("weighed", "nonce");
      sync.writer().write(random.next());
      for (GroupRef group : random.groups()) {
        Weight weight = sync.inspector().weight(group, RandomOps.CELLS).orElseThrow();
        long entries = GroupDump.of(sync.inspector(), group, RandomOps.CELLS).all().size();
        assertTrue(weight.isEstimated());
        assertTrue(
            weight.bytes() >= 2 * 8 * entries && weight.bytes() <= 2 * 300 * entries,
            group::toString);
      }
      sync.markers().drop("weighed");
    }
    grant();
  }

  /// Redis logs the commands that it refuses for missing rights; so this also covers what the
  /// client sends by itself.
  private static void assertNothingRefused(URI server) {
    try (Jedis admin = new Jedis(server)) {
      assertEquals(List.of(), admin.aclLog().stream().map(Object::toString).toList());
    }
  }

  @Test
  void scriptsCannotDoWhatTheirCallerCannot() {
    assertScriptsAreBound(embedded.uri());
    assertScriptsAreBound(cluster.server(cluster.owner(GROUP)).uri());
  }

  /// It is a later Redis than the embedded one.
  @Test
  void scriptsCannotDoWhatTheirCallerCannotOnAnInstalledRedis() {
    Path binary = Wanted.on(RedisServer.installed(), "redis-server on the PATH");
    try (RedisServer server =
        RedisServer.start(new RedisServer.Options(0, null, List.of(), binary))) {
      USERS.forEach(user -> user.grant(server.uri()));
      assertScriptsAreBound(server.uri());
    }
  }

  private static void assertScriptsAreBound(URI server) {
    for (String call :
        List.of(
            "'ZADD', KEYS[1], 1, 'a'",
            "'ZREM', KEYS[1], 'a'",
            "'HSET', KEYS[1], 'a', 1",
            "'UNLINK', KEYS[1]")) {
      assertMay(server, false, true, script(call));
    }
    for (String call :
        List.of(
            "'FLUSHALL'",
            "'FLUSHDB'",
            "'DEL', KEYS[1]",
            "'RENAME', KEYS[1], KEYS[1]",
            "'EXPIRE', KEYS[1], 100",
            "'PUBLISH', 'a', 'b'",
            "'KEYS', '*'",
            "'SET', KEYS[1], 'a'",
            "'ZADD', 'other', 1, 'a'")) {
      assertMay(server, false, false, script(call));
    }
    assertMay(server, true, true, script("'ZCARD', KEYS[1]"));
    assertMay(server, false, false, script("'ZCARD', 'other'"));
    assertMay(server, false, false, "EVAL", "return 1", "1", "other");
  }

  private static String[] script(String call) {
    return new String[] {"EVAL", "return redis.call(" + call + ")", "1", "pm:g1:{a/b}:all"};
  }

  private static void assertMay(URI server, boolean api, boolean sync, String... command) {
    assertEquals(api, AccessRights.API.allows(server, command), "api: " + List.of(command));
    assertEquals(sync, AccessRights.SYNC.allows(server, command), "sync: " + List.of(command));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "cache-commands.csv", delimiter = '|', numLinesToSkip = 1)
  void eachCommandIsForThoseWhoNeedIt(String command, String api, String sync) {
    assertMay(embedded.uri(), api.equals("yes"), sync.equals("yes"), command.split(" ", -1));
  }

  /// They begin without any, and no category adds others.
  @Test
  void noCommandIsAllowedThatTheTemplateDoesNotName() {
    for (AccessRights user : USERS) {
      assertTrue(user.accessString().matches("on ~pm:\\* -@all( \\+[a-z|]+)+"), user::accessString);
    }
  }
}
