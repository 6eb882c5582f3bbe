package pagemark.redis.connection;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Locale;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.regions.Region;

/// Makes the token that ElastiCache accepts instead of a password. It is a signed request to
/// connect (Signature Version 4, in the query) without its `http://`. The request is never sent.
final class IamToken {
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
