package pagemark.runtime;

import pagemark.index.TakesLong;

/// The packaged functions on a table of DynamoDB Local.
@TakesLong(40)
final class PackagedRuntimeIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  boolean isWhole() {
    return true;
  }
}
