package pagemark.state;

import org.junit.jupiter.api.BeforeAll;

/// The state table passes the contract on DynamoDB Local.
final class StateTableIT extends StateContract {
  private static StateTable state;

  @BeforeAll
  static void create() {
    state = LocalDynamo.create().state();
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
