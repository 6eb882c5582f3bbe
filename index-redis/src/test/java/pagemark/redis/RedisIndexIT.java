package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageIndexContract;
import pagemark.index.PageQuery;
import pagemark.index.RandomOps;
import pagemark.key.Position;
import pagemark.listing.Order;
import redis.clients.jedis.RedisClient;

/// The Redis index passes the contract, and holds what the in-memory index holds after the same
/// random operations.
final class RedisIndexIT extends PageIndexContract {
  private static final int SEEDS = 20;
  private static final int BATCHES = 60;

  private static RedisServer server;
  private static IndexStore store;

  @BeforeAll
  static void start() {
    server = RedisServer.start(RedisServer.Options.inMemory());
    store = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
  }

  @AfterAll
  static void stop() {
    store.close();
    server.close();
  }

  @Override
  protected IndexStore emptyStore() {
    try (RedisClient redis = RedisClient.create(server.uri())) {
      redis.flushAll();
    }
    return store;
  }

  @Override
  protected void forgetFences(GroupRef group) {
    forget(group);
  }

  private static void forget(GroupRef group) {
    try (RedisClient redis = RedisClient.create(server.uri())) {
      redis.del(IndexKeys.of(group).fence(0), IndexKeys.of(group).fence(1));
    }
  }

  @Test
  void holdsWhatTheInMemoryIndexHoldsAfterTheSameOperations() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      String generation = "seed" + seed;
      InMemoryIndex oracle = new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
      for (IndexStore each : List.of(oracle, store)) {
        each.markers().building(generation, "nonce", Instant.EPOCH);
        each.markers().ready(generation, "nonce");
      }
      compare(seed, oracle, new RandomOps(seed, generation));
    }
  }

  private static void compare(long seed, InMemoryIndex oracle, RandomOps random) {
    for (int batch = 0; batch < BATCHES; batch++) {
      if (batch % 20 == 19) {
        random.forgetSent();
        random.groups().forEach(RedisIndexIT::forget);
        random.groups().forEach(oracle::forgetFences);
      }
      List<GroupWrite> writes = random.next();
      assertEquals(oracle.write(writes), store.writer().write(writes), "seed " + seed);
    }
    for (GroupRef group : random.groups()) {
      GroupDump dump = store.inspector().dump(group, RandomOps.CELLS);
      assertEquals(List.of(), dump.contradictions(), "seed " + seed);
      assertEquals(oracle.dump(group, RandomOps.CELLS), dump, "seed " + seed);
      comparePages(seed, oracle, group);
      for (Position position : dump.all()) {
        assertEquals(oracle.rank(group, position), store.reader().rank(group, position));
      }
    }
  }

  private static void comparePages(long seed, InMemoryIndex oracle, GroupRef group) {
    for (Order order : Order.values()) {
      for (int from = 0; from < 70; from += 7) {
        PageQuery query = new PageQuery(group, order, from, 7, 3);
        assertEquals(oracle.page(query), store.reader().page(query), "seed " + seed);
      }
    }
  }
}
