package pagemark.redis;

import java.util.ArrayList;
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

  /// Saves and restores the markers of all slots. Restoring takes one script for each node; making
  /// them again takes two calls for each of 16,384 slots, half a second for each test.
  private static final class ReadyMarkers {
    /// Reply: the fields of one marker, if no node has any other key or other fields.
    private static final String NOTE =
        """
        local noted
        for _, key in ipairs(redis.call('KEYS', '*')) do
          local fields = redis.call('HGETALL', key)
          if string.sub(key, -5) ~= ':slot' then return {} end
          noted = noted or fields
          if #fields ~= #noted then return {} end
          for i = 1, #fields do
            if fields[i] ~= noted[i] then return {} end
          end
        end
        return noted or {}
        """;

    /// Reply: the number of markers. All other keys are removed.
    private static final String PUT_BACK =
        """
        local markers = 0
        for _, key in ipairs(redis.call('KEYS', '*')) do
          redis.call('DEL', key)
          if string.sub(key, -5) == ':slot' then
            redis.call('HSET', key, unpack(ARGV))
            markers = markers + 1
          end
        end
        return markers
        """;

    private List<List<String>> fields = List.of();

    /// Saves what the nodes hold now.
    void note(List<Jedis> nodes) {
      List<List<String>> noted = new ArrayList<>();
      for (Jedis node : nodes) {
        noted.add(((List<?>) node.eval(NOTE)).stream().map(String::valueOf).toList());
      }
      fields = noted;
    }

    /// Whether the nodes hold exactly what was saved. False if a node has lost a marker, or if
    /// nothing was saved.
    boolean putBack(List<Jedis> nodes) {
      if (fields.isEmpty() || fields.stream().anyMatch(List::isEmpty)) {
        return false;
      }
      long markers = 0;
      for (int i = 0; i < nodes.size(); i++) {
        markers += (Long) nodes.get(i).eval(PUT_BACK, List.of(), fields.get(i));
      }
      return markers == Slots.COUNT;
    }
  }
}
