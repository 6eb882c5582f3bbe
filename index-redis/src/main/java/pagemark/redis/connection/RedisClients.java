package pagemark.redis.connection;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.redis.connection.IndexUrl.CacheUser;
import pagemark.redis.connection.IndexUrl.Login;
import pagemark.redis.connection.RedisNodes.RoundTrip;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/// Makes and keeps the jedis client of an index URL: for a single server, or with `?cluster=true`
/// for a cluster.
final class RedisClients implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 16;
  private static final int REDIRECTS_MAX = 5;

  /// The age at which idle connections are closed. ElastiCache cuts every connection 12 hours after
  /// it logged in with a token. A connection that is busy at the first such time is closed at the
  /// second.
  static final Duration IAM_AGE_MAX = Duration.ofHours(5);

  private final IndexUrl url;
  private final IndexSettings settings;
  private final Platform platform;
  private final ExecutorService threads;
  private Instant connectedAt = Instant.EPOCH;
  private Instant usedAt = Instant.EPOCH;
  private volatile @Nullable IamTokens tokens;
  private volatile @Nullable RedisNodes nodes;

  private RedisClients(
      IndexUrl url, IndexSettings settings, Platform platform, ExecutorService threads) {
    this.url = url;
    this.settings = settings;
    this.platform = platform;
    this.threads = threads;
  }

  /// @throws IllegalArgumentException if `url` is not one of Redis
  static RedisClients of(URI url, IndexSettings settings, Platform platform) {
    return new RedisClients(
        IndexUrl.of(url), settings, platform, Executors.newVirtualThreadPerTaskExecutor());
  }

  /// Like [RedisNodes#name]. Empty if the client has not been made yet.
  String node(byte[] key) {
    RedisNodes made = nodes;
    return made == null ? "" : made.name(key);
  }

  /// Like [RedisNodes#forgetIdle]. Does nothing if the client has not been made yet.
  void forgetIdle(byte[] key) {
    RedisNodes made = nodes;
    if (made != null) {
      made.forgetIdle(key);
    }
  }

  RoundTrip roundTrip() {
    return new RoundTrip(nodes(), threads);
  }

  /// The nodes of the client, which is made at its first use. Making the client of a cluster asks
  /// the cluster for its nodes.
  synchronized RedisNodes nodes() {
    RedisNodes made = nodes;
    if (made == null) {
      made = url.cluster() ? cluster(config()) : single(config());
      nodes = made;
      connectedAt = platform.clock().instant();
    } else {
      forgetOld(made, platform.clock().instant());
    }
    usedAt = platform.clock().instant();
    return made;
  }

  private void forgetOld(RedisNodes made, Instant now) {
    boolean silent = isOver(IndexSettings.IDLE_MAX, usedAt, now);
    if (silent || (url.isIam() && isOver(IAM_AGE_MAX, connectedAt, now))) {
      made.forgetIdle();
      connectedAt = now;
    }
  }

  /// Whether so much time has passed, also if the clock was set back.
  private static boolean isOver(Duration time, Instant since, Instant now) {
    return Duration.between(since, now).abs().compareTo(time) >= 0;
  }

  IndexUrl url() {
    return url;
  }

  /// Drops the token after a refused login, so that the next login uses a new one.
  ///
  /// @return false if this client uses no tokens
  boolean forgetToken() {
    IamTokens used = tokens;
    if (used != null) {
      used.forget();
    }
    return used != null;
  }

  /// Explains an error of the client or a server.
  IndexException.Unavailable unavailable(JedisException e) {
    return new Refusal(url).of(e);
  }

  private RedisNodes single(JedisClientConfig config) {
    RedisClient client =
        RedisClient.builder()
            .hostAndPort(url.address())
            .clientConfig(config)
            .poolConfig(pool())
            .build();
    return new RedisNodes.Single(client, url.address());
  }

  private RedisNodes cluster(JedisClientConfig config) {
    Set<HostAndPort> seed = Set.of(url.address());
    ClusterConnectionProvider provider = new ClusterConnectionProvider(seed, config, pool());
    RedisClusterClient client =
        RedisClusterClient.builder()
            .nodes(seed)
            .connectionProvider(provider)
            .maxAttempts(REDIRECTS_MAX)
            .maxTotalRetriesDuration(settings.replyTimeout())
            .clientConfig(config)
            .build();
    return new RedisNodes.Cluster(client, provider);
  }

  private ConnectionPoolConfig pool() {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS_MAX);
    pool.setMaxIdle(CONNECTIONS_MAX);
    pool.setMaxWait(settings.connectTimeout());
    // JMX classes would take most of the time of the first connection
    pool.setJmxEnabled(false);
    return pool;
  }

  private JedisClientConfig config() {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis((int) settings.connectTimeout().toMillis())
            .socketTimeoutMillis((int) settings.replyTimeout().toMillis());
    switch (url.login()) {
      case Login.None() -> {}
      case Login.Password(var user, var password) -> config.user(user).password(password);
      case Login.Iam(var user) -> config.credentialsProvider(newTokens(user));
    }
    return url.tls() ? config.sslOptions(platform.tls()).build() : config.build();
  }

  private IamTokens newTokens(CacheUser user) {
    IamTokens made = IamTokens.of(user, platform);
    tokens = made;
    return made;
  }

  /// Closes the client and its connections. The next use makes a new client.
  synchronized void disconnect() {
    RedisNodes made = nodes;
    nodes = null;
    if (made != null) {
      made.client().close();
    }
  }

  @Override
  public void close() {
    disconnect();
    threads.close();
  }
}
