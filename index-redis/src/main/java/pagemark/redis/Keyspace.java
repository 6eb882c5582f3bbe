package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.Consumer;
import pagemark.index.GroupRef;
import pagemark.redis.connection.RedisConnection;
import pagemark.redis.script.IndexKeys;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// Finds all keys of a generation by SCAN on each node. A key can come twice. It can miss a group
/// whose slot is moving between nodes.
record Keyspace(RedisConnection redis) {
  /// The number of keys that a step looks at, approximately.
  static final int CHUNK = 500;

  /// Finds the groups by their keys `all` and `packed:`. A brace in a group's name is escaped, so
  /// the one here is the tag's end.
  void groups(String generation, Consumer<List<GroupRef>> chunk) {
    redis.onEachNode(
        node ->
            scan(
                node,
                "pm:" + generation + ":*}:[ap]*",
                keys ->
                    chunk.accept(
                        keys.stream()
                            .map(key -> IndexKeys.group(new String(key, UTF_8)))
                            .distinct()
                            .toList())));
  }

  void drop(String generation) {
    Pace pace = Pace.of(redis.isServerless());
    redis.onEachNode(
        node ->
            scan(
                node,
                "pm:" + generation + ":*",
                keys -> {
                  pace.before(keys.size());
                  unlink(node, keys);
                }));
  }

  private static void scan(Connection node, String pattern, Consumer<List<byte[]>> chunk) {
    ScanParams params = new ScanParams().match(pattern).count(CHUNK);
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<byte[]> found = new Jedis(node).scan(cursor.getBytes(US_ASCII), params);
      if (!found.getResult().isEmpty()) {
        chunk.accept(found.getResult());
      }
      cursor = found.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
  }

  /// Removes keys with one command each, because a chunk has keys of many slots.
  private static void unlink(Connection node, List<byte[]> keys) {
    Pipeline pipeline = new Pipeline(node, false);
    keys.forEach(pipeline::unlink);
    pipeline.sync();
  }
}
