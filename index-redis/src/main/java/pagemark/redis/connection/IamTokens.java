package pagemark.redis.connection;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import pagemark.redis.connection.IndexUrl.CacheUser;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.RedisCredentialsProvider;
import redis.clients.jedis.exceptions.JedisException;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.regions.Region;

/// Provides the tokens with which new connections of a user log in.
///
/// A token is valid for 15 minutes. It is used for 5 minutes by the wall clock; the next connection
/// after that signs a new one. There is no timer, because a frozen Lambda function would miss it.
final class IamTokens implements RedisCredentialsProvider {
  static final Duration USE_MAX = Duration.ofMinutes(5);

  private final CacheUser user;
  private final Platform platform;
  private final AwsCredentialsProvider credentials;
  private @Nullable Signed last;

  private record Signed(String token, Instant at) {}

  /// A token cannot be made. The message is for logs.
  static final class UnsignedException extends JedisException {
    UnsignedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private IamTokens(CacheUser user, Platform platform, AwsCredentialsProvider credentials) {
    this.user = user;
    this.platform = platform;
    this.credentials = credentials;
  }

  static IamTokens of(CacheUser user, Platform platform) {
    return new IamTokens(user, platform, platform.credentials().get());
  }

  /// @throws UnsignedException if there are no AWS credentials, or no region
  @Override
  public synchronized RedisCredentials get() {
    Instant now = platform.clock().instant();
    Signed signed = last;
    if (signed == null || age(signed, now).compareTo(USE_MAX) >= 0) {
      signed = new Signed(IamToken.sign(user, identity(), region(), () -> now), now);
      last = signed;
    }
    return new DefaultRedisCredentials(user.name(), signed.token());
  }

  /// Drops the token after a refused login. The next connection signs a new one.
  synchronized void forget() {
    last = null;
  }

  /// The age of a token. It is positive even if the clock was set back.
  private static Duration age(Signed signed, Instant now) {
    return Duration.between(signed.at(), now).abs();
  }

  private AwsCredentials identity() {
    try {
      return credentials.resolveCredentials();
    } catch (SdkException e) {
      throw new UnsignedException("there are no AWS credentials to sign a token with", e);
    }
  }

  private Region region() {
    try {
      return platform.region().get();
    } catch (SdkException e) {
      throw new UnsignedException("there is no AWS region to sign a token for", e);
    }
  }

  /// Makes the token that ElastiCache accepts instead of a password. It is a signed request to
  /// connect (Signature Version 4, in the query) without its `http://`. The request is never sent.
  static final class IamToken {
    /// The maximum that ElastiCache accepts.
    static final Duration LIFE = Duration.ofMinutes(15);

    private static final String SCHEME = "http://";
    private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

    private IamToken() {}

    /// Signs a token that is valid for [#LIFE] from now.
    static String sign(CacheUser user, AwsCredentials who, Region region, InstantSource clock) {
      SdkHttpRequest signed =
          SIGNER
              .sign(
                  sign ->
                      sign.identity(who)
                          .request(request(user))
                          .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "elasticache")
                          .putProperty(AwsV4HttpSigner.REGION_NAME, region.id())
                          .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                          .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, LIFE)
                          .putProperty(HttpSigner.SIGNING_CLOCK, clock.withZone(ZoneOffset.UTC)))
              .request();
      return signed.getUri().toString().substring(SCHEME.length());
    }

    private static SdkHttpRequest request(CacheUser user) {
      SdkHttpFullRequest.Builder request =
          SdkHttpFullRequest.builder()
              .method(SdkHttpMethod.GET)
              .uri(URI.create(SCHEME + user.cache().toLowerCase(Locale.ROOT) + "/"))
              .appendRawQueryParameter("Action", "connect")
              .appendRawQueryParameter("User", user.name());
      if (user.serverless()) {
        request.appendRawQueryParameter("ResourceType", "ServerlessCache");
      }
      return request.build();
    }
  }
}
