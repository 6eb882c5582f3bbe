package pagemark.redis;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import pagemark.index.ForwardingMarkers;
import pagemark.index.IndexStore;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexReader;
import pagemark.index.PageIndexWriter;
import redis.clients.jedis.Jedis;

/// A store whose generations are those of earlier versions: their fences are text.
///
/// @param nodes opens a connection to each node
record EarlierStore(IndexStore store, Supplier<List<Jedis>> nodes) implements IndexStore {
  /// Marks slots as earlier versions do.
  private static final String TEXT =
      """
      for _, key in ipairs(redis.call('KEYS', '*:slot')) do
        local field = ARGV[1] .. ':state'
        local state = redis.call('HGET', key, field)
        if state then redis.call('HSET', key, field, string.match(state, '^%u+')) end
      end
      """;

  /// Makes a generation one of an earlier version.
  static void mark(Jedis node, String generation) {
    node.eval(TEXT, 0, generation);
  }

  @Override
  public Markers markers() {
    return new ForwardingMarkers(store.markers()) {
      @Override
      public int building(String generation, String nonce, Instant birth) {
        int marked = super.building(generation, nonce, birth);
        nodes
            .get()
            .forEach(
                node -> {
                  try (node) {
                    mark(node, generation);
                  }
                });
        return marked;
      }
    };
  }

  @Override
  public Limits limits(int cells) {
    return store.limits(cells);
  }

  @Override
  public PageIndexReader reader() {
    return store.reader();
  }

  @Override
  public PageIndexWriter writer() {
    return store.writer();
  }

  @Override
  public Inspector inspector() {
    return store.inspector();
  }

  @Override
  public void connect() {
    store.connect();
  }

  @Override
  public void disconnect() {
    store.disconnect();
  }

  @Override
  public void close() {
    store.close();
  }
}
