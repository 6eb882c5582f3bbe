package pagemark.sql;

import java.net.URI;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import pagemark.index.SignedConnect;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/// What RDS and Aurora take in place of a password.
///
/// Each new connection takes a new one: connections are few and live long.
record RdsTokens(
    String host,
    int port,
    String user,
    InstantSource clock,
    AwsCredentialsProvider credentials,
    Supplier<Region> region) {
  static RdsTokens of(SqlUrl url) {
    return new RdsTokens(
        String.valueOf(url.host()),
        url.port(),
        String.valueOf(url.user()),
        InstantSource.system(),
        DefaultCredentialsProvider.builder().build(),
        () -> DefaultAwsRegionProviderChain.builder().build().getRegion());
  }

  /// A token that is good for [SignedConnect#LIFE] from now.
  ///
  /// @throws SQLException where there are no AWS credentials, or no region
  String token() throws SQLException {
    try {
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("Action", "connect");
      parameters.put("DBUser", user);
      return new SignedConnect(
              "rds-db", URI.create("https://" + host + ":" + port + "/"), parameters)
          .token(credentials.resolveCredentials(), region.get(), clock.instant());
    } catch (SdkException e) {
      throw new SQLInvalidAuthorizationSpecException(
          "there are no AWS credentials, or no region, to sign a token with", "28000", e);
    }
  }
}
