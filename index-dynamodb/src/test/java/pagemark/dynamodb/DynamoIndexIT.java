package pagemark.dynamodb;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.tree.write.NodeLimits;

/// Runs the contract with nodes as they are in production.
@Nightly
@TakesLong(nightly = 110)
final class DynamoIndexIT extends DynamoIndexContract {
  @Override
  NodeLimits limits() {
    return DynamoIndex.LIMITS;
  }
}
