package pagemark.dynamodb;

import pagemark.dynamodb.request.ItemCodec;
import pagemark.index.TakesLong;
import pagemark.tree.write.NodeLimits;

/// Runs the contract with small nodes: 100 entries make a tree of three levels.
@TakesLong(value = 30, nightly = 140)
final class DynamoSmallIT extends DynamoIndexContract {
  @Override
  NodeLimits limits() {
    return new NodeLimits(400, 6, 2_048, 16_384, ItemCodec::bytes);
  }
}
