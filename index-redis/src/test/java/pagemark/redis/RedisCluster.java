package pagemark.redis;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import pagemark.embedded.RedisServer;
import pagemark.index.GroupRef;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/// A cluster of three primaries on this machine.
public final class RedisCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final long SETTLING_NANOS_MAX = 60_000_000_000L;
  private static final long POLL_NANOS = 10_000_000L;
  private static final String[] ARGUMENTS = {
    "--cluster-enabled", "yes",
    "--cluster-node-timeout", "2000",
    "--cluster-require-full-coverage", "no"
  };

  private final List<RedisServer> servers;

  private RedisCluster(List<RedisServer> servers) {
    this.servers = servers;
  }

  public static RedisCluster start() {
    List<RedisServer> servers = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      servers.add(RedisServer.start(new RedisServer.Options(0, null, List.of(ARGUMENTS), null)));
    }
    RedisCluster cluster = new RedisCluster(servers);
    cluster.join();
    return cluster;
  }

  private void join() {
    int share = Slots.COUNT / NODES + 1;
    for (int i = 0; i < NODES; i++) {
      int first = i * share;
      int[] slots = IntStream.range(first, Math.min(first + share, Slots.COUNT)).toArray();
      try (Jedis node = node(i)) {
        node.clusterAddSlots(slots);
        URI meet = servers.getFirst().uri();
        node.clusterMeet(meet.getHost(), meet.getPort());
      }
    }
    for (int i = 0; i < NODES; i++) {
      int number = i;
      await(() -> isComplete(number));
    }
  }

  private boolean isComplete(int number) {
    try (Jedis node = node(number)) {
      String info = node.clusterInfo();
      return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + NODES);
    }
  }

  /// Waits until all other nodes have noticed that node `victim` is gone, and serve their slots.
  public void awaitFailed(int victim) {
    for (int i = 0; i < NODES; i++) {
      int number = i;
      if (number != victim) {
        await(() -> hasNoticedAFailure(number));
      }
    }
  }

  private boolean hasNoticedAFailure(int number) {
    try (Jedis node = node(number)) {
      return node.clusterNodes().contains("master,fail ")
          && node.clusterInfo().contains("cluster_state:ok");
    }
  }

  /// Waits until `condition` holds. It may throw the client's errors until then.
  public static void await(BooleanSupplier condition) {
    await(condition, () -> "the cluster did not settle");
  }

  /// @param state describes the state in the error if `condition` does not hold in time
  public static void await(BooleanSupplier condition, Supplier<String> state) {
    long deadline = System.nanoTime() + SETTLING_NANOS_MAX;
    while (!holds(condition)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(state.get());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (JedisException e) {
      return false;
    }
  }

  /// A connection to node `number` itself. It does not follow redirections.
  Jedis node(int number) {
    return new Jedis(servers.get(number).uri());
  }

  /// The number of keys on all nodes.
  long keys() {
    return IntStream.range(0, NODES).mapToLong(this::keys).sum();
  }

  private long keys(int number) {
    try (Jedis node = node(number)) {
      return node.dbSize();
    }
  }

  public RedisServer server(int number) {
    return servers.get(number);
  }

  int nodes() {
    return NODES;
  }

  /// The number of the node that serves `slot`.
  int owner(int slot) {
    return slot / (Slots.COUNT / NODES + 1);
  }

  /// The number of the node that has the keys of `group`.
  public int owner(GroupRef group) {
    return owner(Slots.of(IndexKeys.of(group).all()));
  }

  /// The number of times that the nodes have answered with the error `name`, such as MOVED.
  long errors(String name) {
    Pattern count = Pattern.compile("errorstat_" + name + ":count=(\\d+)");
    long errors = 0;
    for (int i = 0; i < NODES; i++) {
      try (Jedis node = node(i)) {
        Matcher found = count.matcher(node.info("errorstats"));
        errors += found.find() ? Long.parseLong(found.group(1)) : 0;
      }
    }
    return errors;
  }

  /// The URL for [pagemark.index.IndexStores#open].
  public String url() {
    return servers.getFirst().uri() + "?cluster=true";
  }

  /// The markers of a store on this cluster. They work faster than the store's own.
  public Markers markers(IndexStore store) {
    return new ClusterMarkers(this, store.markers());
  }

  void flushAll() {
    for (int i = 0; i < NODES; i++) {
      try (Jedis node = node(i)) {
        node.flushAll();
      }
    }
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
