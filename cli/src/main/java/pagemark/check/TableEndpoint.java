package pagemark.check;

import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.local.data.StackException;
import pagemark.local.data.TableSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
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

  /// Makes a client of DynamoDB read-only. The stream of a table is read by
  /// [SignedStream][pagemark.watch.SignedStream], which can only read. This class refuses every
  /// operation that is not listed here, before a request is made.
  public static final class ReadOnlyGuard implements ExecutionInterceptor {
    /// The operations that may run; none of them creates, changes or deletes anything.
    public static final Set<String> ALLOWED =
        Set.of(
            "DescribeTable",
            "DescribeTimeToLive",
            "ListTables",
            "Scan",
            "Query",
            "GetItem",
            "BatchGetItem");

    /// @throws IllegalStateException if the operation is not in the list
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
      if (operation == null || !ALLOWED.contains(operation)) {
        throw new IllegalStateException(
            "this table is only read: %s is refused. Valid operations: %s"
                .formatted(operation, new TreeSet<>(ALLOWED)));
      }
    }
  }
}
