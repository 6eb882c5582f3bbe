package pagemark.runtime;

import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// The functions that are packaged for SQL, with their index in MariaDB: what the jars need of its
/// driver. [PackagedRuntimeOnPostgreSqlIT] starts the other functions of the same jars.
@Nightly
@TakesLong(nightly = 35)
final class PackagedRuntimeOnMariaDbIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  IndexSide index() {
    return IndexSide.mariaDb();
  }

  @Override
  boolean isWhole() {
    return false;
  }
}
