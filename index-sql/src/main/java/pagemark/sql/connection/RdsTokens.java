package pagemark.sql.connection;

import java.net.URI;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/// Makes the tokens that RDS and Aurora accept instead of a password. A token is a signed request
/// to connect (Signature Version 4, in the query) without its `https://`. The request is never
/// sent.
///
/// Every new connection gets a new token. Connections are few and live long.
record RdsTokens(
    String host,
    int port,
    String user,
    InstantSource clock,
    AwsCredentialsProvider credentials,
    Supplier<Region> region) {
  /// The maximum that RDS accepts.
  static final Duration LIFE = Duration.ofMinutes(15);

  private static final String SCHEME = "https://";
  private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

  static RdsTokens of(SqlUrl url) {
    return new RdsTokens(
        String.valueOf(url.host()),
        url.port(),
        String.valueOf(url.user()),
        InstantSource.system(),
        DefaultCredentialsProvider.builder().build(),
        () -> DefaultAwsRegionProviderChain.builder().build().getRegion());
  }

  /// Signs a token that is valid for [#LIFE] from now.
  ///
  /// @throws SQLException if there are no AWS credentials, or no region
  String token() throws SQLException {
    try {
      return sign();
    } catch (SdkException e) {
      throw new SQLInvalidAuthorizationSpecException(
          "there are no AWS credentials, or no region, to sign a token with", "28000", e);
    }
  }

  private String sign() {
    SdkHttpRequest signed =
        SIGNER
            .sign(
                sign ->
                    sign.identity(credentials.resolveCredentials())
                        .request(request())
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "rds-db")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region.get().id())
                        .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, LIFE)
                        .putProperty(HttpSigner.SIGNING_CLOCK, clock.withZone(ZoneOffset.UTC)))
            .request();
    return signed.getUri().toString().substring(SCHEME.length());
  }

  private SdkHttpFullRequest request() {
    return SdkHttpFullRequest.builder()
        .method(SdkHttpMethod.GET)
        .uri(URI.create(SCHEME + host + ":" + port + "/"))
        .appendRawQueryParameter("Action", "connect")
        .appendRawQueryParameter("DBUser", user)
        .build();
  }
}
