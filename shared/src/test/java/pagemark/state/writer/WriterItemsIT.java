package pagemark.state.writer;

import org.junit.jupiter.api.BeforeAll;
import pagemark.state.LocalDynamo;

/// The notes of writers in the state table pass the contract on DynamoDB Local.
final class WriterItemsIT extends WritersContract {
  private static LocalDynamo dynamo;

  @BeforeAll
  static void create() {
    dynamo = LocalDynamo.create();
  }

  @Override
  protected Writers writers() {
    return new WriterItems(dynamo.client(), dynamo.table());
  }
}
