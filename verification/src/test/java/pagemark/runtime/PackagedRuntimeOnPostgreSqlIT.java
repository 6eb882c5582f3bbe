package pagemark.runtime;

import pagemark.index.TakesLong;

/// The functions that are packaged for SQL, with their index in PostgreSQL, each restored from a
/// snapshot.
@TakesLong(value = 25, nightly = 60)
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
    FunctionProcess process = FunctionProcess.start(start.underSnapStart());
    process.awaitCheckpoint();
    process.restore();
    return process;
  }
}
