package pagemark.state;

import org.junit.jupiter.api.BeforeAll;

/// Suspects in the state table pass the contract on DynamoDB Local.
final class SuspectItemsIT extends SuspectsContract {
  private static Suspects suspects;

  @BeforeAll
  static void create() {
    LocalDynamo dynamo = LocalDynamo.create();
    suspects = new SuspectItems(dynamo.client(), dynamo.table());
  }

  @Override
  protected Suspects suspects() {
    return suspects;
  }
}
