package pagemark.runtime;

/// The same tests on LocalStack, if Docker answers.
final class PackagedRuntimeOnLocalStackIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() throws Exception {
    return AwsSide.localStack();
  }
}
