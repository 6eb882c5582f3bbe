package pagemark.state;

import cloud.localstack.awssdkv2.TestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Suspects in the state table pass the contract on DynamoDB Local.
final class SuspectItemsIT extends SuspectsContract {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamo;
  private static Suspects suspects;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
    dynamo =
        TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), server.endpoint().toString())
            .build();
    dynamo.createTable(StateTable.creation("pagemark-state"));
    suspects = new SuspectItems(dynamo, "pagemark-state");
  }

  @AfterAll
  static void stop() {
    dynamo.close();
    server.close();
  }

  @Override
  protected Suspects suspects() {
    return suspects;
  }
}
