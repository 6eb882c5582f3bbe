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

  /// The node that serves the key, according to the client.
  HostAndPort of(byte[] key);

  /// The node that serves the key, according to the client. Empty if the client knows none.
  String name(byte[] key);

  /// Closes the idle connections to the key's node. If one connection is dead, the others probably
  /// are, too.
  void forgetIdle(byte[] key);

  /// Closes all idle connections.
  void forgetIdle();

  /// The number of slots to which the keys of one call may belong. It divides [Slots#COUNT].
  int slotsPerCall();

  /// Every node that serves slots.
  List<HostAndPort> all();

  /// A node that serves slots.
  default HostAndPort any() {
    return of(new byte[0]);
  }

  /// A pooled connection to `node`. It does not follow redirections.
  Connection connect(HostAndPort node);

  /// Runs `work` on a connection to `node`, which stays in the pool.
  default <T> T on(HostAndPort node, Function<Connection, T> work) {
    try (Connection connection = connect(node)) {
      return work.apply(connection);
    }
  }

  /// Reads again which node serves which slot.
  void renew();

  /// One server that has all slots.
  record Single(RedisClient client, HostAndPort address) implements RedisNodes {
    /// A script that marks this many slots takes about a millisecond.
    private static final int SLOTS_PER_CALL = 256;

    @Override
    public HostAndPort of(byte[] key) {
      return address;
    }

    @Override
    public String name(byte[] key) {
      return address.toString();
    }

    @Override
    public void forgetIdle(byte[] key) {
      forgetIdle();
    }

    @Override
    public void forgetIdle() {
      client.getPool().clear();
    }

    @Override
    public int slotsPerCall() {
      return SLOTS_PER_CALL;
    }

    @Override
    public List<HostAndPort> all() {
      return List.of(address);
    }

    @Override
    public Connection connect(HostAndPort node) {
      return client.getPool().getResource();
    }

    @Override
    public void renew() {}
  }

  /// A cluster.
  record Cluster(RedisClusterClient client, ClusterConnectionProvider provider)
      implements RedisNodes {
    @Override
    public HostAndPort of(byte[] key) {
      return of(Slots.of(key));
    }

    @Override
    public String name(byte[] key) {
      HostAndPort node = provider.getNode(Slots.of(key));
      return node == null ? "" : node.toString();
    }

    @Override
    public void forgetIdle(byte[] key) {
      ConnectionPool pool = provider.getNodes().get(name(key));
      if (pool != null) {
        pool.clear();
      }
    }

    @Override
    public void forgetIdle() {
      provider.getNodes().values().forEach(ConnectionPool::clear);
    }

    @Override
    public int slotsPerCall() {
      return 1;
    }

    @Override
    public List<HostAndPort> all() {
      return IntStream.range(0, Slots.COUNT).mapToObj(this::of).distinct().toList();
    }

    private HostAndPort of(int slot) {
      HostAndPort node = provider.getNode(slot);
      if (node == null) {
        throw new JedisClusterOperationException("no node serves slot " + slot);
      }
      return node;
    }

    @Override
    public Connection connect(HostAndPort node) {
      return provider.getConnection(node);
    }

    @Override
    public void renew() {
      provider.renewSlotCache();
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
