package pagemark.sync;

import pagemark.embedded.DynamoDbLocal;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.state.StateTable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// DynamoDB Local, and an empty index on a server, each with a client.
final class LocalServers implements AutoCloseable {
  static final String STATE_TABLE = "pagemark-state";
  static final String ACCESS_KEY = "local";
  static final Region REGION = Region.US_EAST_1;

  final DynamoDbLocal dynamoServer = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
  final DynamoDbClient dynamo =
      local(DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create())).build();
  final DynamoDbStreamsClient streams =
      local(DynamoDbStreamsClient.builder().httpClient(UrlConnectionHttpClient.create())).build();
  final IndexStore index;
  final StateTable state = new StateTable(dynamo, STATE_TABLE);

  LocalServers(IndexServer server) {
    index = server.emptyStore();
    dynamo.createTable(StateTable.creation(STATE_TABLE));
  }

  private <B extends AwsClientBuilder<B, ?>> B local(B builder) {
    return builder
        .endpointOverride(dynamoServer.endpoint())
        .region(REGION)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, ACCESS_KEY)));
  }

  /// A new table whose stream brings both images.
  StreamedTable createTable(String name, String key, ScalarAttributeType type) {
    dynamo.createTable(
        table ->
            table
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName(key).attributeType(type).build())
                .keySchema(
                    KeySchemaElement.builder().attributeName(key).keyType(KeyType.HASH).build())
                .streamSpecification(
                    stream ->
                        stream
                            .streamEnabled(true)
                            .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    return StreamedTable.describe(dynamo, name);
  }

  @Override
  public void close() {
    index.close();
    streams.close();
    dynamo.close();
    dynamoServer.close();
  }
}
