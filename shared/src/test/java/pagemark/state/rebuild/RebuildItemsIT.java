package pagemark.state.rebuild;

import org.junit.jupiter.api.BeforeAll;
import pagemark.state.Generations;
import pagemark.state.LocalDynamo;
import pagemark.state.StateTable;

/// Rebuilds in the state table pass the contract on DynamoDB Local.
final class RebuildItemsIT extends RebuildContract {
  private static LocalDynamo dynamo;

  @BeforeAll
  static void create() {
    dynamo = LocalDynamo.create();
  }

  @Override
  protected Rebuilds rebuilds() {
    return new RebuildItems(dynamo.client(), dynamo.table());
  }

  @Override
  protected Generations generations() {
    return new StateTable(dynamo.client(), dynamo.table());
  }
}
