package pagemark.check;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import pagemark.local.data.StackException;
import pagemark.local.data.TableSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.endpoints.DynamoDbStreamsEndpointProvider;

/// The endpoint of a table. For each part that is null, the AWS settings of the environment decide.
///
/// @param uri null for the endpoint of the region
public record TableEndpoint(
    @Nullable URI uri, @Nullable Region region, @Nullable AwsCredentialsProvider credentials) {
  /// DynamoDB in AWS.
  public static final TableEndpoint AWS = new TableEndpoint(null, null, null);

  /// Makes a client.
  ///
  /// @throws SdkClientException if no region is named
  public DynamoDbClient client() {
    return configured(DynamoDbClient.builder()).build();
  }

  /// Makes a client that refuses every operation that could write.
  ///
  /// @throws StackException if no region is named
  public TableSource open() {
    try {
      DynamoDbClient dynamo =
          configured(DynamoDbClient.builder())
              .overrideConfiguration(o -> o.addExecutionInterceptor(new ReadOnlyGuard()))
              .build();
      Region read = dynamo.serviceClientConfiguration().region();
      return new TableSource(
          dynamo, streams(read), uri == null ? "in the region " + read : "at " + uri);
    } catch (SdkClientException e) {
      throw new StackException(
          "there is no AWS region: set AWS_REGION, such as eu-central-1, or AWS_PROFILE", e);
    }
  }

  /// The endpoint at which the SDK's client of streams would read.
  private URI streams(Region read) {
    try (DynamoDbStreamsClient client = configured(DynamoDbStreamsClient.builder()).build()) {
      return client
          .serviceClientConfiguration()
          .endpointOverride()
          .orElseGet(
              () ->
                  DynamoDbStreamsEndpointProvider.defaultProvider()
                      .resolveEndpoint(
                          p ->
                              p.region(read)
                                  .useFips(isSet(SdkSystemSetting.AWS_USE_FIPS_ENDPOINT))
                                  .useDualStack(isSet(SdkSystemSetting.AWS_USE_DUALSTACK_ENDPOINT)))
                      .join()
                      .endpointUrl()
                      .toUri());
    }
  }

  private static boolean isSet(SdkSystemSetting setting) {
    return setting.getBooleanValue().orElse(false);
  }

  private <B extends AwsSyncClientBuilder<B, ?> & AwsClientBuilder<B, ?>> B configured(B builder) {
    builder.httpClientBuilder(UrlConnectionHttpClient.builder());
    if (uri != null) {
      builder.endpointOverride(uri);
    }
    if (region != null) {
      builder.region(region);
    }
    return credentials == null ? builder : builder.credentialsProvider(credentials);
  }
}
