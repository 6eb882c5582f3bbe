package pagemark.redis;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.RedisCredentialsProvider;
import redis.clients.jedis.exceptions.JedisException;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;

/// The tokens that new connections of one user log in with.
///
/// A token is signed when a connection needs one and there is none, or the last is 5 of its 15
/// minutes old by the wall clock. There is no timer: a process that stood still finds out by the
/// clock, not by a task that should have run meanwhile.
final class IamTokens implements RedisCredentialsProvider {
  static final Duration USE_MAX = Duration.ofMinutes(5);

  private final CacheUser user;
  private final Platform platform;
  private final AwsCredentialsProvider credentials;
  private @Nullable Signed last;

  private record Signed(String token, Instant at) {}

  /// No token can be made. The message is for logs.
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

  /// After a refusal: the next connection takes a new token.
  synchronized void forget() {
    last = null;
  }

  /// Also of a clock that was set back.
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
}
