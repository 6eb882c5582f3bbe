package pagemark.dynamodb;

import pagemark.dynamodb.tree.NodeLimits;
import pagemark.index.TakesLong;

/// Runs the contract with small nodes: 100 entries make a tree of three levels.
@TakesLong(value = 30, nightly = 110)
final class DynamoSmallIT extends DynamoIndexContract {
  @Override
  NodeLimits limits() {
    return new NodeLimits(400, 6, 2_048, 16_384);
  }
}
