package pagemark.dynamodb;

import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.list.ListContract;

/// Runs the contract of lists on DynamoDB, which remembers changes by place.
@Nightly
@TakesLong(nightly = 115)
final class DynamoListIT extends ListContract {
  private final DynamoTables tables = DynamoTables.create();

  /// Each is several calls of a local server.
  @Override
  protected int changes() {
    return Extent.of(300, 1_000);
  }

  @Override
  protected String url() {
    return tables.url();
  }
}
