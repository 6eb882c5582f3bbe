package pagemark.redis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import pagemark.index.GroupRef;
import pagemark.index.IndexStore;
import pagemark.index.WitnessContract;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/// Runs the contract of page indexes on every kind of Redis server.
abstract class RedisIndexContract extends WitnessContract {
  private static final Map<Class<?>, ReadyMarkers> MARKERS = new ConcurrentHashMap<>();

  /// The tested store.
  abstract IndexStore store();

  /// Empties the server.
  abstract void flush();

  abstract UnifiedJedis redis();

  @Override
  protected final IndexStore emptyStore() {
    flush();
    return store();
  }

  /// A new connection to each node.
  abstract List<Jedis> nodes();

  @Override
  protected final IndexStore readyStore() {
    ReadyMarkers markers = MARKERS.computeIfAbsent(getClass(), _ -> new ReadyMarkers());
    List<Jedis> nodes = nodes();
    try {
      if (markers.putBack(nodes)) {
        return store();
      }
      IndexStore ready = super.readyStore();
      markers.note(nodes);
      return ready;
    } finally {
      nodes.forEach(Jedis::close);
    }
  }

  /// The number of keys on all nodes.
  abstract long keys();

  @Override
  protected final long size() {
    return keys();
  }

  @Override
  protected final void ageFences(Collection<GroupRef> groups, int periods) {
    groups.forEach(group -> AgedFences.age(redis(), group, periods));
  }

  @Override
  protected final void forgetFences(GroupRef group) {
    IndexKeys.of(group).fences().forEach(redis()::del);
  }

  @Override
  protected final int slot(GroupRef group) {
    return Slots.of(IndexKeys.of(group).all());
  }
}
