package pagemark.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.ServerCertificate;
import pagemark.redis.RedisIndex;
import pagemark.redis.connection.IamTokens.IamToken;
import pagemark.redis.connection.IndexUrl.CacheUser;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.IndexKeys.Slots;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/// Imitates an ElastiCache cache with a Redis: one user's password is the token that was signed at
/// a time that the test chooses. Time stands still until the test moves it.
final class TokenCache {
  static final AwsCredentials WHO = AwsBasicCredentials.create("AKIDEXAMPLE", "secretOfTheTest");
  static final Region REGION = Region.EU_CENTRAL_1;

  private static final IndexSettings SETTINGS =
      new IndexSettings(Duration.ofHours(24), Duration.ofSeconds(5), Duration.ofSeconds(5));
  private static final Pattern CLIENT = Pattern.compile("(?m)^id=(\\d+) .* user=(\\S+)");

  private final TlsServer server;
  private final boolean cluster;
  private final CacheUser user;
  private final SslOptions trusting;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-21T10:00:00Z"));

  private TokenCache(TlsServer server, boolean cluster, CacheUser user, SslOptions trusting) {
    this.server = server;
    this.cluster = cluster;
    this.user = user;
    this.trusting = trusting;
  }

  /// Empties the server, which the caller closes. Connections of earlier tests are closed.
  static TokenCache on(TlsServer server, ServerCertificate certificate, boolean cluster) {
    CacheUser user = new CacheUser("pagemark-api", "Pagemark-Index", cluster);
    TokenCache cache = new TokenCache(server, cluster, user, Trust.only(certificate));
    cache.forgetUser();
    try (Jedis admin = server.admin()) {
      admin.flushAll();
    }
    return cache;
  }

  /// The same, with a READY index of generation `g1`. Its markers are set without a client of the
  /// index, which would take a minute for those of a serverless cache.
  TokenCache ready() {
    acceptTokenOf(now.get());
    Map<String, String> fields = Map.of("g1:state", "READY", "g1:nonce", "nonce", "g1:birth", "0");
    try (Jedis admin = server.admin();
        Pipeline pipeline = admin.pipelined()) {
      for (int slot = 0; slot < Slots.COUNT; slot++) {
        pipeline.hset(new String(IndexKeys.marker(slot), US_ASCII), fields);
      }
      pipeline.sync();
    }
    return this;
  }

  IndexStore store() {
    return store(platform());
  }

  IndexStore store(Platform platform) {
    return new RedisIndex(RedisConnection.open(url(), SETTINGS, platform), SETTINGS);
  }

  URI url() {
    String parameters = cluster ? "&cluster=true&serverless=true" : "";
    return URI.create(
        "rediss://%s@127.0.0.1:%d?iam=%s%s"
            .formatted(user.name(), server.port(), user.cache(), parameters));
  }

  Platform platform() {
    return new Platform(
        now::get, () -> StaticCredentialsProvider.create(WHO), () -> REGION, trusting);
  }

  Instant now() {
    return now.get();
  }

  void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  /// Accepts only the token of this time from now on.
  void acceptTokenOf(Instant time) {
    accept(IamToken.sign(user, WHO, REGION, () -> time));
  }

  void accept(String password) {
    try (Jedis admin = server.admin()) {
      admin.aclSetUser(user.name(), "reset", "on", "~*", "+@all", ">" + password);
    }
  }

  /// Removes the user, and closes its connections.
  void forgetUser() {
    try (Jedis admin = server.admin()) {
      admin.aclDelUser(user.name());
    }
  }

  /// Closes the user's connections, as ElastiCache does 12 hours after a login.
  void cutConnections() {
    try (Jedis admin = server.admin()) {
      admin.clientKill(new ClientKillParams().type(ClientType.NORMAL).user(user.name()));
    }
  }

  /// The ids of the user's connections.
  List<Long> connections() {
    try (Jedis admin = server.admin()) {
      return CLIENT
          .matcher(admin.clientList())
          .results()
          .filter(client -> client.group(2).equals(user.name()))
          .map(TokenCache::id)
          .toList();
    }
  }

  private static long id(MatchResult client) {
    return Long.parseLong(client.group(1));
  }
}
