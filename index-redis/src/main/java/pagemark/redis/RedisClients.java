package pagemark.redis;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.util.JedisURIHelper;

/// The jedis client of an index URL: of a single node, or with `?cluster=true` of a cluster.
final class RedisClients implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 16;
  private static final int REDIRECTS_MAX = 5;

  private final URI url;
  private final IndexSettings settings;
  private final ExecutorService threads;
  private volatile @Nullable Nodes nodes;

  private RedisClients(URI url, IndexSettings settings, ExecutorService threads) {
    this.url = url;
    this.settings = settings;
    this.threads = threads;
  }

  /// @throws IllegalArgumentException where `url` is not one of Redis
  static RedisClients of(URI url, IndexSettings settings) {
    if (!JedisURIHelper.isValid(url) || (url.getQuery() != null && !isCluster(url))) {
      throw new IllegalArgumentException(
          "index URL must be redis://[user:password@]host:port[?cluster=true], or rediss:// with"
              + " TLS");
    }
    return new RedisClients(url, settings, Executors.newVirtualThreadPerTaskExecutor());
  }

  private static boolean isCluster(URI url) {
    return "cluster=true".equals(url.getQuery());
  }

  /// The client, made at its first use: a cluster's asks the cluster for its nodes.
  UnifiedJedis client() {
    return nodes().client();
  }

  /// As [Nodes#name], of a client that is made; empty before.
  String node(byte[] key) {
    Nodes made = nodes;
    return made == null ? "" : made.name(key);
  }

  /// As [Nodes#forgetIdle].
  void forgetIdle(ScriptCall call) {
    Nodes made = nodes;
    if (made != null) {
      made.forgetIdle(call);
    }
  }

  RoundTrip roundTrip() {
    return new RoundTrip(nodes(), threads);
  }

  /// As [#client].
  synchronized Nodes nodes() {
    Nodes made = nodes;
    if (made == null) {
      made = isCluster(url) ? cluster() : single();
      nodes = made;
    }
    return made;
  }

  private Nodes single() {
    HostAndPort address = JedisURIHelper.getHostAndPort(url);
    RedisClient client =
        RedisClient.builder()
            .hostAndPort(address)
            .clientConfig(config())
            .poolConfig(pool())
            .build();
    return new Nodes.Single(client, address);
  }

  private Nodes cluster() {
    Set<HostAndPort> seed = Set.of(JedisURIHelper.getHostAndPort(url));
    ClusterConnectionProvider provider = new ClusterConnectionProvider(seed, config(), pool());
    RedisClusterClient client =
        RedisClusterClient.builder()
            .nodes(seed)
            .connectionProvider(provider)
            .maxAttempts(REDIRECTS_MAX)
            .maxTotalRetriesDuration(settings.replyTimeout())
            .clientConfig(config())
            .build();
    return new Nodes.Cluster(client, provider);
  }

  private ConnectionPoolConfig pool() {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS_MAX);
    pool.setMaxIdle(CONNECTIONS_MAX);
    pool.setMaxWait(settings.connectTimeout());
    return pool;
  }

  private JedisClientConfig config() {
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

  @Override
  public synchronized void close() {
    Nodes made = nodes;
    if (made != null) {
      made.client().close();
    }
    threads.close();
  }
}
