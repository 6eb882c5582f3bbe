package pagemark.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.stream.IntStream;
import pagemark.redis.script.IndexKeys.Slots;
import pagemark.redis.script.ScriptCall;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/// An open client and the nodes that it knows.
sealed interface RedisNodes {
  UnifiedJedis client();

  /// One server that has all slots.
  record Single(RedisClient client, HostAndPort address) implements RedisNodes {
    /// A script that marks this many slots takes about a millisecond.
    private static final int SLOTS_PER_CALL = 256;
  }

  /// A cluster.
  record Cluster(RedisClusterClient client, ClusterConnectionProvider provider)
      implements RedisNodes {
    private HostAndPort of(int slot) {
      HostAndPort node = provider.getNode(slot);
      if (node == null) {
        throw new JedisClusterOperationException("no node serves slot " + slot);
      }
      return node;
    }
  }

  /// The node that serves the key, according to the client.
  default HostAndPort of(byte[] key) {
    return switch (this) {
      case Single one -> one.address();
      case Cluster cluster -> cluster.of(Slots.of(key));
    };
  }

  /// The node that serves the key, according to the client. Empty if the client knows none.
  default String name(byte[] key) {
    return switch (this) {
      case Single one -> one.address().toString();
      case Cluster cluster -> {
        HostAndPort node = cluster.provider().getNode(Slots.of(key));
        yield node == null ? "" : node.toString();
      }
    };
  }

  /// Closes the idle connections to the key's node. If one connection is dead, the others probably
  /// are, too.
  default void forgetIdle(byte[] key) {
    switch (this) {
      case Single _ -> forgetIdle();
      case Cluster cluster -> {
        ConnectionPool pool = cluster.provider().getNodes().get(name(key));
        if (pool != null) {
          pool.clear();
        }
      }
    }
  }

  /// Closes all idle connections.
  default void forgetIdle() {
    switch (this) {
      case Single one -> one.client().getPool().clear();
      case Cluster cluster -> cluster.provider().getNodes().values().forEach(ConnectionPool::clear);
    }
  }

  /// The number of slots to which the keys of one call may belong. It divides [Slots#COUNT].
  default int slotsPerCall() {
    return this instanceof Single ? Single.SLOTS_PER_CALL : 1;
  }

  /// Every node that serves slots.
  default List<HostAndPort> all() {
    return switch (this) {
      case Single one -> List.of(one.address());
      case Cluster cluster ->
          IntStream.range(0, Slots.COUNT).mapToObj(cluster::of).distinct().toList();
    };
  }

  /// A node that serves slots.
  default HostAndPort any() {
    return of(new byte[0]);
  }

  /// A pooled connection to `node`. It does not follow redirections.
  default Connection connect(HostAndPort node) {
    return switch (this) {
      case Single one -> one.client().getPool().getResource();
      case Cluster cluster -> cluster.provider().getConnection(node);
    };
  }

  /// Runs `work` on a connection to `node`, which stays in the pool.
  default <T> T on(HostAndPort node, Function<Connection, T> work) {
    try (Connection connection = connect(node)) {
      return work.apply(connection);
    }
  }

  /// Reads again which node serves which slot.
  default void renew() {
    if (this instanceof Cluster cluster) {
      cluster.provider().renewSlotCache();
    }
  }

  /// Sends calls to their nodes: one pipeline for each node, all nodes in parallel. If a node is
  /// down or hangs, only its own calls fail.
  ///
  /// The cluster pipeline of jedis is not used: if one node refuses a connection, it gives up all
  /// calls, and it drops a broken connection silently.
  record RoundTrip(RedisNodes nodes, ExecutorService threads) {
    /// Sends all calls. Follows no redirection and sends nothing twice.
    ///
    /// @return for each call, in order, its reply or the [JedisException] that came instead
    List<Object> send(List<ScriptCall> calls) {
      Object[] answers = new Object[calls.size()];
      Map<HostAndPort, List<Integer>> byNode = new LinkedHashMap<>();
      for (int i = 0; i < calls.size(); i++) {
        byNode.computeIfAbsent(nodes.of(calls.get(i).key()), node -> new ArrayList<>()).add(i);
      }
      List<CompletableFuture<Void>> others = new ArrayList<>();
      byNode.forEach(
          (node, numbers) ->
              others.add(
                  CompletableFuture.runAsync(() -> ask(node, calls, numbers, answers), threads)));
      others.forEach(CompletableFuture::join);
      return Arrays.asList(answers);
    }

    private void ask(
        HostAndPort node, List<ScriptCall> calls, List<Integer> numbers, Object[] answers) {
      List<Object> answered;
      try {
        answered = pipelined(node, numbers.stream().map(calls::get).toList());
      } catch (JedisException e) {
        numbers.forEach(number -> answers[number] = e);
        return;
      }
      for (int i = 0; i < numbers.size(); i++) {
        answers[numbers.get(i)] = answered.get(i);
      }
    }

    private List<Object> pipelined(HostAndPort node, List<ScriptCall> calls) {
      try (Pipeline pipeline = new Pipeline(nodes.connect(node), true)) {
        for (ScriptCall call : calls) {
          byte[] sha1 = call.script().sha1().getBytes(US_ASCII);
          pipeline.evalsha(sha1, call.keys(), call.arguments());
        }
        return pipeline.syncAndReturnAll();
      }
    }
  }
}
