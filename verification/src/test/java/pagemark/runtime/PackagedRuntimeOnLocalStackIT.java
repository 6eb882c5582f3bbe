package pagemark.runtime;

import pagemark.index.Nightly;

/// The same tests on LocalStack, if Docker answers.
@Nightly
final class PackagedRuntimeOnLocalStackIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() throws Exception {
    return AwsSide.localStack();
  }
}
