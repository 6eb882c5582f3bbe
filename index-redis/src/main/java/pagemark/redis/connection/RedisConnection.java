package pagemark.redis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.redis.connection.RedisNodes.RoundTrip;
import pagemark.redis.script.ScriptCall;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/// Makes the calls of the index to Redis. Every error of the client or a server becomes an
/// [IndexException.Unavailable].
///
/// A call is sent again once if its connection was dead, or if its login was out of date. That is
/// safe, because every script may run twice. Nothing is begun after the reply timeout.
public record RedisConnection(RedisClients clients, Duration replyTimeout)
    implements AutoCloseable {
  /// @throws IllegalArgumentException if `url` is not one of Redis
  public static RedisConnection open(URI url, IndexSettings settings, Platform platform) {
    return new RedisConnection(RedisClients.of(url, settings, platform), settings.replyTimeout());
  }

  /// Runs `command` on the client.
  public <T> T run(Function<UnifiedJedis, T> command) {
    return asked(nodes -> command.apply(nodes.client()));
  }

  private <T> T asked(Function<RedisNodes, T> question) {
    try {
      return question.apply(clients.nodes());
    } catch (JedisException e) {
      throw clients.unavailable(e);
    }
  }

  /// Runs `work` on each node that serves slots, one after another.
  public void onEachNode(Consumer<Connection> work) {
    for (String node : nodes()) {
      onNode(
          node,
          connection -> {
            work.accept(connection);
            return node;
          });
    }
  }

  /// The nodes that serve slots now, each as `HOST:PORT`.
  public List<String> nodes() {
    return asked(
        nodes -> {
          nodes.renew();
          return nodes.all().stream().map(HostAndPort::toString).toList();
        });
  }

  /// The number of slots to which the keys of one call may belong.
  public int slotsPerCall() {
    return asked(RedisNodes::slotsPerCall);
  }

  /// Whether the index URL names a cluster, on which all keys of one call must be in one slot.
  public boolean isCluster() {
    return clients.url().cluster();
  }

  /// Whether the index URL names a serverless cache, which limits the requests per second.
  public boolean isServerless() {
    return clients.url().isServerless();
  }

  /// The most ECPU a second of a serverless cache; `Long.MAX_VALUE` if the index URL names none.
  public long unitsMax() {
    return clients.url().unitsMax();
  }

  /// The most bytes of a serverless cache; `Long.MAX_VALUE` if the index URL names none.
  public long bytesMax() {
    return clients.url().bytesMax();
  }

  /// Runs `work` on a node.
  public <T> T onNode(String node, Function<Connection, T> work) {
    return asked(nodes -> nodes.on(HostAndPort.from(node), work));
  }

  /// The time of one node's clock. Clocks of other nodes are assumed to differ by less than the
  /// margins in the settings.
  public Instant time() {
    return asked(nodes -> nodes.on(nodes.any(), connection -> time(new Jedis(connection).time())));
  }

  private static Instant time(List<String> secondsAndMicros) {
    return Instant.ofEpochSecond(
        Long.parseLong(secondsAndMicros.get(0)), Long.parseLong(secondsAndMicros.get(1)) * 1_000);
  }

  /// Calls a script and returns its reply. If the connection is dead or its login out of date,
  /// makes the call once more on a new connection, unless the reply timeout has passed.
  public Object call(ScriptCall call) {
    BooleanSupplier hasTime = timer();
    try {
      return callOnce(call);
    } catch (JedisException e) {
      forgetIdle(call.key(), e);
      if ((isDead(e) || isOutdated(e)) && hasTime.getAsBoolean()) {
        return run(client -> callOnce(call));
      }
      throw clients.unavailable(e);
    }
  }

  private Object callOnce(ScriptCall call) {
    UnifiedJedis client = clients.nodes().client();
    try {
      return client.evalsha(call.script().sha1().getBytes(UTF_8), call.keys(), call.arguments());
    } catch (JedisNoScriptException e) {
      return client.eval(call.script().text().getBytes(UTF_8), call.keys(), call.arguments());
    }
  }

  private BooleanSupplier timer() {
    long start = System.nanoTime();
    return () -> System.nanoTime() - start < replyTimeout.toNanos();
  }

  private static boolean isDead(JedisException e) {
    return e instanceof JedisConnectionException || e instanceof JedisClusterOperationException;
  }

  /// Whether the login was refused and a new token may help.
  private boolean isOutdated(JedisException e) {
    return Refusal.isOfLogin(e) && clients.forgetToken();
  }

  /// Closes idle connections if the error suggests that they are useless:
  ///
  /// - One connection is dead. Then the others to the same node probably are, too: a frozen
  ///   function does not notice how time passes.
  /// - The node has become a replica. Then the client must look up the new primary.
  private void forgetIdle(byte[] key, JedisException e) {
    boolean moved = String.valueOf(e.getMessage()).startsWith("READONLY");
    if (isDead(e) || moved || Refusal.isOfLogin(e)) {
      clients.forgetIdle(key);
      clients.forgetToken();
    }
  }

  /// The node that serves the key, according to the client. Empty if the client knows none.
  public String node(byte[] key) {
    return clients.node(key);
  }

  /// Sends all calls and returns their replies in order.
  ///
  /// 1. The calls go out in one round trip to each node, to all nodes in parallel.
  /// 2. Calls that are still open because a connection broke or a login was out of date go out once
  ///    more, together.
  /// 3. A call that another node must answer, or whose script the server did not know, is made
  ///    again separately.
  ///
  /// Nothing is begun after the reply timeout. So a node that is down costs only its own calls, and
  /// these take a few timeouts at most.
  public List<CallReply> callAll(List<ScriptCall> calls) {
    BooleanSupplier hasTime = timer();
    try {
      List<Object> answers = roundTrips(calls, hasTime);
      List<CallReply> replies = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        replies.add(reply(answers.get(i), calls.get(i), hasTime));
      }
      return replies;
    } catch (JedisException e) {
      return calls.stream()
          .<CallReply>map(call -> new CallReply.Failure(clients.unavailable(e)))
          .toList();
    }
  }

  private List<Object> roundTrips(List<ScriptCall> calls, BooleanSupplier hasTime) {
    RoundTrip trip = clients.roundTrip();
    List<Object> answers = trip.send(calls);
    List<Integer> open =
        IntStream.range(0, calls.size()).filter(i -> isOpen(answers.get(i))).boxed().toList();
    for (int i : open) {
      forgetIdle(calls.get(i).key(), (JedisException) answers.get(i));
    }
    if (!open.isEmpty() && hasTime.getAsBoolean()) {
      clients.nodes().renew();
      List<Object> later = trip.send(open.stream().map(calls::get).toList());
      for (int i = 0; i < open.size(); i++) {
        answers.set(open.get(i), later.get(i));
      }
    }
    return answers;
  }

  /// Whether a call on a new connection may succeed.
  private boolean isOpen(Object answer) {
    return answer instanceof JedisConnectionException
        || (answer instanceof JedisException e && isOutdated(e));
  }

  private CallReply reply(Object answer, ScriptCall call, BooleanSupplier hasTime) {
    return switch (answer) {
      case JedisDataException e when isWorthAnother(e) && hasTime.getAsBoolean() -> callAgain(call);
      case JedisException e -> {
        forgetIdle(call.key(), e);
        yield new CallReply.Failure(clients.unavailable(e));
      }
      case Object value -> new CallReply.Value(value);
    };
  }

  /// Whether another call may succeed. TRYAGAIN means that a slot is moving and the call's keys are
  /// on two nodes.
  private static boolean isWorthAnother(JedisDataException e) {
    return e instanceof JedisNoScriptException
        || e instanceof JedisRedirectionException
        || e instanceof JedisClusterException
        || String.valueOf(e.getMessage()).startsWith("TRYAGAIN");
  }

  private CallReply callAgain(ScriptCall call) {
    try {
      return new CallReply.Value(call(call));
    } catch (IndexException e) {
      return new CallReply.Failure(e);
    }
  }

  /// Opens a connection to the server, or to one node of a cluster, and keeps it for a call.
  public void connect() {
    asked(nodes -> nodes.on(nodes.any(), _ -> nodes));
  }

  /// Closes all connections. The next use connects again.
  public void disconnect() {
    clients.disconnect();
  }

  @Override
  public void close() {
    clients.close();
  }

  /// The reply to a call, or what went wrong.
  public sealed interface CallReply {
    record Value(Object value) implements CallReply {}

    record Failure(IndexException cause) implements CallReply {}

    /// @throws IndexException if there is no value
    default Object orThrow() {
      return switch (this) {
        case Value(var value) -> value;
        case Failure(var cause) -> throw cause;
      };
    }
  }
}
