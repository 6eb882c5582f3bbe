package pagemark.state;

import cloud.localstack.awssdkv2.TestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Rebuilds and writers' notes in the state table pass the contract on DynamoDB Local.
final class RebuildItemsIT extends RebuildContract {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamo;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
    dynamo =
        TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), server.endpoint().toString())
            .build();
    dynamo.createTable(StateTable.creation("pagemark-state"));
  }

  @AfterAll
  static void stop() {
    dynamo.close();
    server.close();
  }

  @Override
  protected Rebuilds rebuilds() {
    return new RebuildItems(dynamo, "pagemark-state");
  }

  @Override
  protected Writers writers() {
    return new WriterItems(dynamo, "pagemark-state");
  }

  @Override
  protected Generations generations() {
    return new StateTable(dynamo, "pagemark-state");
  }
}
