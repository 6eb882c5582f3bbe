package pagemark.check;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import pagemark.local.data.StackException;
import pagemark.local.data.TableSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// The endpoint of a table that a stack only reads. For each part that is null, the AWS settings of
/// the environment decide.
///
/// @param uri null for the endpoint of the region
public record TableEndpoint(
    @Nullable URI uri, @Nullable Region region, @Nullable AwsCredentialsProvider credentials) {
  /// DynamoDB in AWS.
  public static final TableEndpoint AWS = new TableEndpoint(null, null, null);

  /// Makes clients that refuse every operation that could write.
  ///
  /// @throws StackException if no region is named
  public TableSource open() {
    try {
      DynamoDbClient dynamo = guarded(DynamoDbClient.builder()).build();
      Region read = dynamo.serviceClientConfiguration().region();
      return new TableSource(
          dynamo,
          guarded(DynamoDbStreamsClient.builder()).build(),
          uri == null ? "in the region " + read : "at " + uri);
    } catch (SdkClientException e) {
      throw new StackException(
          "there is no AWS region: set AWS_REGION, such as eu-central-1, or AWS_PROFILE", e);
    }
  }

  private <B extends AwsSyncClientBuilder<B, ?> & AwsClientBuilder<B, ?>> B guarded(B builder) {
    B guarded =
        builder
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(o -> o.addExecutionInterceptor(new ReadOnlyGuard()));
    if (uri != null) {
      guarded.endpointOverride(uri);
    }
    if (region != null) {
      guarded.region(region);
    }
    return credentials == null ? guarded : guarded.credentialsProvider(credentials);
  }
}
