package pagemark.runtime;

import pagemark.index.TakesLong;

/// The packaged functions on a table of DynamoDB Local.
@TakesLong
final class PackagedRuntimeIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }
}
