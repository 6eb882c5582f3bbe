package pagemark.redis.connection;

import java.time.InstantSource;
import java.util.function.Supplier;
import redis.clients.jedis.SslOptions;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/// What a client needs from its environment. Suppliers are called at the first connection, not
/// before.
///
/// @param tls has the certificates to trust; checks certificates and host names
public record Platform(
    InstantSource clock,
    Supplier<AwsCredentialsProvider> credentials,
    Supplier<Region> region,
    SslOptions tls) {
  /// Uses the system's clock, the default chains of the AWS SDK, and this JVM's trust store.
  public static final Platform DEFAULT =
      new Platform(
          InstantSource.system(),
          () -> DefaultCredentialsProvider.builder().build(),
          () -> DefaultAwsRegionProviderChain.builder().build().getRegion(),
          SslOptions.defaults());
}
