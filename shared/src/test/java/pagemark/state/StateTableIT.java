package pagemark.state;

import org.junit.jupiter.api.BeforeAll;

/// The state table passes the contract on DynamoDB Local.
final class StateTableIT extends StateContract {
  private static LocalDynamo dynamo;
  private static StateTable state;

  @BeforeAll
  static void create() {
    dynamo = LocalDynamo.create();
    state = new StateTable(dynamo.client(), dynamo.table());
  }

  @Override
  protected Generations generations() {
    return state;
  }

  @Override
  protected Quarantine quarantine() {
    return new QuarantineItems(dynamo.client(), dynamo.table());
  }
}
