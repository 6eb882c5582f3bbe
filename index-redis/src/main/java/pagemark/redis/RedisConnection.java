package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.util.JedisURIHelper;

/// A pool of connections to Redis, and the calls that the index makes. Every error of the client or
/// the server comes out as [IndexException.Unavailable].
final class RedisConnection implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 16;

  private final RedisClient redis;

  private RedisConnection(RedisClient redis) {
    this.redis = redis;
  }

  /// @throws IllegalArgumentException where `url` has no host or port
  static RedisConnection open(URI url, IndexSettings settings) {
    if (!JedisURIHelper.isValid(url)) {
      throw new IllegalArgumentException(
          "index URL must be redis://[user:password@]host:port, or rediss:// with TLS");
    }
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS_MAX);
    pool.setMaxIdle(CONNECTIONS_MAX);
    pool.setMaxWait(settings.connectTimeout());
    return new RedisConnection(
        RedisClient.builder()
            .hostAndPort(JedisURIHelper.getHostAndPort(url))
            .clientConfig(clientConfig(url, settings))
            .poolConfig(pool)
            .build());
  }

  private static JedisClientConfig clientConfig(URI url, IndexSettings settings) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .user(JedisURIHelper.getUser(url))
            .password(JedisURIHelper.getPassword(url))
            .connectionTimeoutMillis((int) settings.connectTimeout().toMillis())
            .socketTimeoutMillis((int) settings.replyTimeout().toMillis());
    return JedisURIHelper.isRedisSSLScheme(url)
        ? config.sslOptions(SslOptions.defaults()).build()
        : config.build();
  }

  /// Runs `command` on the client.
  ///
  /// @throws IndexException.Unavailable for every error of the client or the server
  <T> T run(Function<RedisClient, T> command) {
    try {
      return command.apply(redis);
    } catch (JedisException e) {
      throw unavailable(e);
    }
  }

  /// The script's reply.
  ///
  /// @throws IndexException.Unavailable for every error of the client or the server
  Object call(ScriptCall call) {
    return run(
        client -> {
          try {
            return client.evalsha(
                call.script().sha1().getBytes(UTF_8), call.keys(), call.arguments());
          } catch (JedisNoScriptException e) {
            return client.eval(call.script().text().getBytes(UTF_8), call.keys(), call.arguments());
          }
        });
  }

  /// A reply, or what went wrong.
  sealed interface Reply {
    record Value(Object value) implements Reply {}

    record Failure(IndexException cause) implements Reply {}
  }

  /// The replies to all calls in one round trip, in order. A call whose script the server did not
  /// know is made again on its own.
  List<Reply> callAll(List<ScriptCall> calls) {
    List<Response<Object>> responses = new ArrayList<>();
    try (Pipeline pipeline = redis.pipelined()) {
      for (ScriptCall call : calls) {
        byte[] sha1 = call.script().sha1().getBytes(UTF_8);
        responses.add(pipeline.evalsha(sha1, call.keys(), call.arguments()));
      }
      pipeline.sync();
    } catch (JedisException e) {
      return calls.stream().<Reply>map(call -> new Reply.Failure(unavailable(e))).toList();
    }
    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      replies.add(reply(responses.get(i), calls.get(i)));
    }
    return replies;
  }

  private Reply reply(Response<Object> response, ScriptCall call) {
    try {
      return new Reply.Value(response.get());
    } catch (JedisNoScriptException e) {
      return callAgain(call);
    } catch (JedisDataException e) {
      return new Reply.Failure(unavailable(e));
    }
  }

  private Reply callAgain(ScriptCall call) {
    try {
      return new Reply.Value(call(call));
    } catch (IndexException e) {
      return new Reply.Failure(e);
    }
  }

  /// Whether a call was refused because Redis has no memory left.
  static boolean isOutOfMemory(IndexException e) {
    return e.getCause() instanceof JedisDataException refused
        && String.valueOf(refused.getMessage()).contains("OOM ");
  }

  private static IndexException.Unavailable unavailable(JedisException e) {
    return new IndexException.Unavailable("Redis: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    redis.close();
  }
}
