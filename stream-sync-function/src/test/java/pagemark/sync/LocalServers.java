package pagemark.sync;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/// DynamoDB Local without tables, and an empty index on a server, each with a client. A DynamoDB
/// Local that is closed serves the next test, as its start takes seconds of processor time.
final class LocalServers implements AutoCloseable {
  static final String STATE_TABLE = "pagemark-state";
  static final String ACCESS_KEY = "local";
  static final Region REGION = Region.US_EAST_1;

  private static final Queue<Database> IDLE = new ConcurrentLinkedQueue<>();

  final DynamoDbLocal dynamoServer;
  final DynamoDbClient dynamo;
  final DynamoDbStreamsClient streams;
  final IndexStore index;
  final StateTable state;
  private final Database database;

  LocalServers(IndexServer server) {
    Database idle = IDLE.poll();
    database = idle == null ? Database.start() : idle;
    dynamoServer = database.server();
    dynamo = database.dynamo();
    streams = database.streams();
    index = server.emptyStore();
    state = new StateTable(dynamo, STATE_TABLE);
    dynamo.createTable(StateTable.creation(STATE_TABLE));
  }

  /// It ends with this JVM.
  private record Database(
      DynamoDbLocal server, DynamoDbClient dynamo, DynamoDbStreamsClient streams) {
    static Database start() {
      DynamoDbLocal server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
      return new Database(
          server,
          local(server, DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create()))
              .build(),
          local(
                  server,
                  DynamoDbStreamsClient.builder().httpClient(UrlConnectionHttpClient.create()))
              .build());
    }

    private static <B extends AwsClientBuilder<B, ?>> B local(DynamoDbLocal server, B builder) {
      return builder
          .endpointOverride(server.endpoint())
          .region(REGION)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, ACCESS_KEY)));
    }

    void clear() {
      dynamo.listTables().tableNames().forEach(name -> dynamo.deleteTable(t -> t.tableName(name)));
    }
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
    database.clear();
    IDLE.add(database);
  }
}
