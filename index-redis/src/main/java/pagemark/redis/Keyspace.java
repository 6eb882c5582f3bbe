package pagemark.redis;

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

/// Finds all keys of a generation by SCAN on each node. It can miss a group whose slot is moving
/// between nodes.
record Keyspace(RedisConnection redis) {

  /// Finds the groups by their keys `all` and `packed:`. A brace in a group's name is
  /// escaped, so the one here is the tag's end.
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
    ScanParams params = new ScanParams().match(pattern).count(Scan.CHUNK);
    Jedis jedis = new Jedis(node);
    Scan.all(cursor -> jedis.scan(cursor, params), chunk);
  }

  /// Removes keys with one command each, because a chunk has keys of many slots.
  private static void unlink(Connection node, List<byte[]> keys) {
    Pipeline pipeline = new Pipeline(node, false);
    keys.forEach(pipeline::unlink);
    pipeline.sync();
  }
}
