package pagemark.runtime;

/// The same on LocalStack, where Docker answers.
final class PackagedRuntimeOnLocalStackIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() throws Exception {
    return AwsSide.localStack();
  }
}
