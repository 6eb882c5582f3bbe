package pagemark.index;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.regions.Region;

/// What the stores of AWS take in place of a password: a request to connect that is signed in its
/// query (Signature Version 4) and sent to nobody, without its scheme.
///
/// @param service for which it is signed, such as `elasticache` or `rds-db`
/// @param at where the request would go
/// @param parameters of the request, in their order
public record SignedConnect(String service, URI at, Map<String, String> parameters) {
  /// The longest time that the services allow.
  public static final Duration LIFE = Duration.ofMinutes(15);

  private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

  /// A token that is good for [#LIFE] from now.
  public String token(AwsCredentials who, Region region, Instant now) {
    SdkHttpFullRequest.Builder request =
        SdkHttpFullRequest.builder().method(SdkHttpMethod.GET).uri(at);
    parameters.forEach(request::appendRawQueryParameter);
    InstantSource clock = InstantSource.fixed(now);
    SdkHttpRequest signed =
        SIGNER
            .sign(
                sign ->
                    sign.identity(who)
                        .request(request.build())
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region.id())
                        .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, LIFE)
                        .putProperty(HttpSigner.SIGNING_CLOCK, clock.withZone(ZoneOffset.UTC)))
            .request();
    return signed.getUri().toString().substring(at.getScheme().length() + "://".length());
  }
}
