package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.PageIndexContract;
import pagemark.index.PageQuery;
import pagemark.index.RandomOps;
import pagemark.listing.Order;
import redis.clients.jedis.UnifiedJedis;

/// The Redis index passes the contract, and holds what the in-memory index holds after the same
/// random operations, on every kind of server.
abstract class RedisIndexContract extends PageIndexContract {
  private static final int SEEDS = 20;
  private static final int BATCHES = 60;

  /// The store that is tested.
  abstract IndexStore store();

  /// Empties the server.
  abstract void flush();

  abstract UnifiedJedis redis();

  @Override
  protected final IndexStore emptyStore() {
    flush();
    return store();
  }

  @Override
  protected final void forgetFences(GroupRef group) {
    redis().del(IndexKeys.of(group).fence(0));
    redis().del(IndexKeys.of(group).fence(1));
  }

  @Test
  void holdsWhatTheInMemoryIndexHoldsAfterTheSameOperations() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      String generation = "seed" + seed;
      InMemoryIndex oracle = new InMemoryIndex(InstantSource.system(), IndexSettings.DEFAULT);
      for (IndexStore each : List.of(oracle, store())) {
        each.markers().building(generation, "nonce", Instant.EPOCH);
        each.markers().ready(generation, "nonce");
      }
      compare(seed, oracle, new RandomOps(seed, generation));
    }
  }

  private void compare(long seed, InMemoryIndex oracle, RandomOps random) {
    for (int batch = 0; batch < BATCHES; batch++) {
      if (batch % 20 == 19) {
        random.forgetSent();
        random.groups().forEach(this::forgetFences);
        random.groups().forEach(oracle::forgetFences);
      }
      List<GroupWrite> writes = random.next();
      assertEquals(oracle.write(writes), store().writer().write(writes), "seed " + seed);
    }
    for (GroupRef group : random.groups()) {
      GroupDump dump = store().inspector().dump(group, RandomOps.CELLS);
      assertEquals(List.of(), dump.contradictions(), "seed " + seed);
      assertEquals(oracle.dump(group, RandomOps.CELLS), dump, "seed " + seed);
      comparePages(random, oracle, group);
    }
  }

  private void comparePages(RandomOps random, InMemoryIndex oracle, GroupRef group) {
    for (Order order : Order.values()) {
      for (int from = 0; from < 70; from += 7) {
        PageQuery query = new PageQuery(group, random.layout(), order, from, 7, 3);
        assertEquals(oracle.page(query), store().reader().page(query), group.generation());
      }
    }
  }
}
