package pagemark.runtime;

import pagemark.index.TakesLong;

/// The functions that are packaged for DynamoDB, with their index in the DynamoDB Local that has
/// their table.
@TakesLong
final class PackagedRuntimeOnDynamoDbIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  IndexSide index() {
    return IndexSide.dynamoDb();
  }
}
