package pagemark.dynamodb;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexSettings;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.utils.SystemSetting;

/// The client of an index: made at its first use, and anew after it was closed.
///
/// Region and credentials are those of the SDK's default chains. A server on this computer needs
/// none: without them it gets `us-east-1` and credentials that mean nothing.
final class LazyClient implements Supplier<DynamoDbClient> {
  private static final int TRIES_MAX = 4;
  private static final Duration PAUSE_FIRST = Duration.ofMillis(25);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private final DynamoUrl url;
  private final IndexSettings settings;
  private @Nullable DynamoDbClient client;

  LazyClient(DynamoUrl url, IndexSettings settings) {
    this.url = url;
    this.settings = settings;
  }

  /// @throws SdkException if there is no region
  @Override
  public synchronized DynamoDbClient get() {
    if (client == null) {
      client = build();
    }
    return client;
  }

  synchronized void disconnect() {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  private DynamoDbClient build() {
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(settings.connectTimeout())
                    .socketTimeout(settings.replyTimeout()))
            .overrideConfiguration(
                c ->
                    c.retryStrategy(
                            AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(TRIES_MAX)
                                .backoffStrategy(
                                    BackoffStrategy.exponentialDelay(PAUSE_FIRST, PAUSE_MAX))
                                .throttlingBackoffStrategy(
                                    BackoffStrategy.exponentialDelay(PAUSE_FIRST, PAUSE_MAX))
                                .build())
                        .apiCallAttemptTimeout(settings.replyTimeout())
                        .apiCallTimeout(settings.replyTimeout().multipliedBy(2)));
    if (url.endpoint() != null) {
      builder.endpointOverride(url.endpoint());
    }
    if (url.isLocal()) {
      addLocalAccess(builder);
    }
    return builder.build();
  }

  private static void addLocalAccess(DynamoDbClientBuilder builder) {
    if (isUnset(SdkSystemSetting.AWS_ACCESS_KEY_ID)
        && isUnset(ProfileFileSystemSetting.AWS_PROFILE)) {
      builder.credentialsProvider(
          StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }
    if (isUnset(SdkSystemSetting.AWS_REGION)) {
      builder.region(Region.US_EAST_1);
    }
  }

  /// Looks at system properties and at the environment.
  private static boolean isUnset(SystemSetting setting) {
    return setting.getNonDefaultStringValue().isEmpty();
  }
}
