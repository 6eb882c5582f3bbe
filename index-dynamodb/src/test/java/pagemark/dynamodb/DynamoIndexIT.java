package pagemark.dynamodb;

import pagemark.dynamodb.tree.Shape;

/// Runs the contract with nodes as they are in production.
final class DynamoIndexIT extends DynamoIndexContract {
  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
