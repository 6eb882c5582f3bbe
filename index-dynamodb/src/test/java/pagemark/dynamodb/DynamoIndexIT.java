package pagemark.dynamodb;

import pagemark.dynamodb.tree.NodeLimits;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Runs the contract with nodes as they are in production.
@Nightly
@TakesLong(nightly = 60)
final class DynamoIndexIT extends DynamoIndexContract {
  @Override
  NodeLimits limits() {
    return NodeLimits.DEFAULT;
  }
}
