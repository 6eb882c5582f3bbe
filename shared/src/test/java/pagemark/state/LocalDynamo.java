package pagemark.state;

import cloud.localstack.awssdkv2.TestUtils;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Makes a new state table on a DynamoDB Local that all tests of a run share and that ends with the
/// run.
public record LocalDynamo(DynamoDbClient client, String table) {
  private static final DynamoDbLocal SERVER = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
  private static final DynamoDbClient CLIENT =
      TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), SERVER.endpoint().toString()).build();
  private static final AtomicInteger TABLES = new AtomicInteger();

  public static LocalDynamo create() {
    String table = "pagemark-state" + TABLES.incrementAndGet();
    CLIENT.createTable(StateTable.creation(table));
    return new LocalDynamo(CLIENT, table);
  }

  public StateTable state() {
    return new StateTable(client, table);
  }

  /// The address of the server.
  public URI endpoint() {
    return SERVER.endpoint();
  }
}
