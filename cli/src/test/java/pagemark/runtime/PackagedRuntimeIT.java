package pagemark.runtime;

/// The packaged functions on a table of DynamoDB Local.
final class PackagedRuntimeIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }
}
