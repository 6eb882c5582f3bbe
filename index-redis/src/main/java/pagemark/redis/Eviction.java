package pagemark.redis;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import pagemark.redis.connection.RedisConnection;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/// Checks what the servers do when their memory is full.
///
/// With `allkeys-*` a server evicts keys of the index, and a group without its keys looks empty.
/// `noeviction` is safe, and so is `volatile-*`, because no key of the index has a time to live.
/// The policy is read with `INFO memory`, because caches of AWS refuse `CONFIG GET`.
final class Eviction {
  private static final String FIELD = "maxmemory_policy:";

  private Eviction() {}

  static List<String> dangers(RedisConnection redis) {
    TreeSet<String> policies = new TreeSet<>();
    redis.onEachNode(node -> policy(node).ifPresent(policies::add));
    return policies.stream()
        .filter(policy -> policy.startsWith("allkeys"))
        .map(
            policy ->
                ("the server evicts keys of the index when its memory is full (maxmemory-policy"
                        + " %s), and groups then look empty: set maxmemory-policy to noeviction")
                    .formatted(policy))
        .toList();
  }

  /// The node's policy. Empty if the server does not report it, or if the user has no right to read
  /// it.
  private static Optional<String> policy(Connection node) {
    try {
      return new Jedis(node)
          .info("memory")
          .lines()
          .filter(line -> line.startsWith(FIELD))
          .map(line -> line.substring(FIELD.length()).strip())
          .findFirst();
    } catch (JedisDataException e) {
      return Optional.empty();
    }
  }
}
