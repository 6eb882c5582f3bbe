package pagemark.dynamodb;

import pagemark.dynamodb.tree.Shape;
import pagemark.index.TakesLong;

/// Runs the contract with nodes as they are in production.
@TakesLong(20)
final class DynamoIndexIT extends DynamoIndexContract {
  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
