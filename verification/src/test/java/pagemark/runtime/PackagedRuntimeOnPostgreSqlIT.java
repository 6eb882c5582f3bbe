package pagemark.runtime;

import pagemark.index.TakesLong;

/// The functions that are packaged for SQL, with their index in PostgreSQL.
@TakesLong(45)
final class PackagedRuntimeOnPostgreSqlIT extends PackagedRuntimeContract {
  @Override
  AwsSide aws() {
    return AwsSide.local();
  }

  @Override
  IndexSide index() {
    return IndexSide.postgreSql();
  }
}
