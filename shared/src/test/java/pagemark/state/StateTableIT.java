package pagemark.state;

import cloud.localstack.awssdkv2.TestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The state table passes the contract on DynamoDB Local.
final class StateTableIT extends StateContract {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamo;
  private static StateTable state;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
    dynamo =
        TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), server.endpoint().toString())
            .build();
    dynamo.createTable(StateTable.creation("pagemark-state"));
    state = new StateTable(dynamo, "pagemark-state");
  }

  @AfterAll
  static void stop() {
    dynamo.close();
    server.close();
  }

  @Override
  protected Generations generations() {
    return state;
  }

  @Override
  protected Quarantine quarantine() {
    return state;
  }
}
