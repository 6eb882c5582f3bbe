package pagemark.runtime;

import pagemark.index.TakesLong;

/// The functions that are packaged for SQL, with their index in MariaDB.
@TakesLong
final class PackagedRuntimeOnMariaDbIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  IndexSide index() {
    return IndexSide.mariaDb();
  }
}
