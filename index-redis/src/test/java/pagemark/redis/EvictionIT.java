package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.embedded.RedisServer;
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
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;
import redis.clients.jedis.Jedis;

/// Tests a Redis that may evict any key. Groups of READY slots then look empty; the index reports
/// this danger before it happens.
final class EvictionIT {
  private static final int GROUPS_PER_WRITE = 1_000;
  private static final int WRITES_MAX = 60;
  private static final String ALLKEYS_LRU =
      "the server evicts keys of the index when its memory is full (maxmemory-policy allkeys-lru),"
          + " and groups then look empty: set maxmemory-policy to noeviction";

  private RedisServer server;
  private Jedis redis;
  private IndexStore store;

  @BeforeEach
  void start() {
    server = RedisServer.start(RedisServer.Options.inMemory());
    redis = new Jedis(server.uri());
    store = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
  }

  @AfterEach
  void stop() {
    store.close();
    redis.close();
    server.close();
  }

  @Test
  void evictedGroupsLookEmptyAndTheDangerWasReportedBefore() {
    redis.configSet("maxmemory-policy", "allkeys-lru");
    assertEquals(List.of(ALLKEYS_LRU), store.markers().dangers());

    store.markers().building("g1", "nonce", Instant.EPOCH);
    store.markers().ready("g1", "nonce");
    redis.configSet("maxmemory", "" + (used() + (2 << 20)));
    List<GroupRef> written = new ArrayList<>();
    for (int i = 0; i < WRITES_MAX && evicted() == 0; i++) {
      write(written);
    }
    for (int i = 0; i < 5; i++) {
      write(written);
    }
    assertTrue(written.stream().anyMatch(this::isEmptyAndReady), "of " + written.size());
  }

  private long used() {
    return field("memory", "used_memory");
  }

  private long evicted() {
    return field("stats", "evicted_keys");
  }

  private long field(String section, String name) {
    return redis
        .info(section)
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  /// Writes groups with one entry each. A group whose slot has lost its marker is not written.
  private void write(List<GroupRef> written) {
    List<GroupWrite> writes = new ArrayList<>();
    for (int i = 0; i < GROUPS_PER_WRITE; i++) {
      GroupRef group =
          new GroupRef("g1", "comments", new Group("shirt" + written.size() + "-" + i));
      Entry entry = new Entry(Cell.WHOLE, new Position(1, Bytes.utf8("rita")));
      Op op = new Op(Bytes.utf8("rita"), new Sequence("1"), entry, Set.of());
      writes.add(new GroupWrite(group, List.of(op)));
    }
    List<WriteResult> results = store.writer().write(writes);
    for (int i = 0; i < GROUPS_PER_WRITE; i++) {
      if (results.get(i) instanceof Written) {
        written.add(writes.get(i).group());
      } else {
        assertInstanceOf(WriteResult.Unmarked.class, results.get(i));
      }
    }
  }

  private boolean isEmptyAndReady(GroupRef group) {
    try {
      PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, 0, 1, 0);
      return store.reader().page(query).total() == 0;
    } catch (IndexException.NotReady e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"allkeys-lfu", "allkeys-random"})
  void reportsEveryPolicyThatEvictsAnyKey(String policy) {
    redis.configSet("maxmemory-policy", policy);
    assertEquals(List.of(ALLKEYS_LRU.replace("allkeys-lru", policy)), store.markers().dangers());
  }

  @ParameterizedTest
  @ValueSource(strings = {"noeviction", "volatile-lru", "volatile-ttl"})
  void policyThatLeavesKeysWithoutATimeToLiveIsSafe(String policy) {
    redis.configSet("maxmemory-policy", policy);
    assertEquals(List.of(), store.markers().dangers());
  }

  @Test
  void nothingIsKnownIfTheUserMayNotAsk() {
    redis.configSet("maxmemory-policy", "allkeys-lru");
    redis.aclSetUser("limited", "on", ">secret", "~pm:*", "-@all", "+ping", "+eval", "+evalsha");
    String url = server.uri().toString().replace("://", "://limited:secret@");
    try (IndexStore limited = IndexStores.open(url, IndexSettings.DEFAULT)) {
      assertEquals(List.of(), limited.markers().dangers());
    }
  }

  @Test
  void everyNodeOfAClusterIsAsked() {
    try (RedisCluster cluster = RedisCluster.start();
        IndexStore index = IndexStores.open(cluster.url(), IndexSettings.DEFAULT)) {
      assertEquals(List.of(), index.markers().dangers());
      try (Jedis node = new Jedis(cluster.server(2).uri())) {
        node.configSet("maxmemory-policy", "allkeys-lru");
      }
      assertEquals(List.of(ALLKEYS_LRU), index.markers().dangers());
    }
  }
}
