package pagemark.state;

import cloud.localstack.awssdkv2.TestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Positions of walks in the state table pass the contract on DynamoDB Local.
final class WalkItemsIT extends WalksContract {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamo;
  private static Walks walks;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
    dynamo =
        TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), server.endpoint().toString())
            .build();
    dynamo.createTable(StateTable.creation("pagemark-state"));
    walks = new WalkItems(dynamo, "pagemark-state");
  }

  @AfterAll
  static void stop() {
    dynamo.close();
    server.close();
  }

  @Override
  Walks walks() {
    return walks;
  }
}
