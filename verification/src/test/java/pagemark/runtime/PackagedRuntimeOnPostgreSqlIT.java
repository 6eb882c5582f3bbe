package pagemark.runtime;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// The functions that are packaged for SQL, with their index in PostgreSQL, each restored from a
/// snapshot. [pagemark.architecture.FunctionJarsIT] looks into these jars in each build.
@Nightly
@TakesLong(nightly = 60)
final class PackagedRuntimeOnPostgreSqlIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  IndexSide index() {
    return IndexSide.postgreSql();
  }

  @Override
  FunctionProcess start(FunctionProcess.Start start) throws Exception {
    return restored(start);
  }
}
