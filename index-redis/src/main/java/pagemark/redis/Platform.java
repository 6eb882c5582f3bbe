package pagemark.redis;

import java.time.InstantSource;
import java.util.function.Supplier;
import redis.clients.jedis.SslOptions;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/// What a client takes from where it runs. Nothing of it is asked for before the first connection.
///
/// @param tls knows the certificates to trust, and checks them and their host names
record Platform(
    InstantSource clock,
    Supplier<AwsCredentialsProvider> credentials,
    Supplier<Region> region,
    SslOptions tls) {
  /// The system's clock, the default chains of the AWS SDK, and the trust store of this JVM.
  static final Platform DEFAULT =
      new Platform(
          InstantSource.system(),
          () -> DefaultCredentialsProvider.builder().build(),
          () -> DefaultAwsRegionProviderChain.builder().build().getRegion(),
          SslOptions.defaults());
}
