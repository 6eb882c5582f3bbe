package pagemark.state;

import org.junit.jupiter.api.BeforeAll;

/// Positions of walks in the state table pass the contract on DynamoDB Local.
final class WalkItemsIT extends WalksContract {
  private static Walks walks;

  @BeforeAll
  static void create() {
    LocalDynamo dynamo = LocalDynamo.create();
    walks = new WalkItems(dynamo.client(), dynamo.table());
  }

  @Override
  Walks walks() {
    return walks;
  }
}
