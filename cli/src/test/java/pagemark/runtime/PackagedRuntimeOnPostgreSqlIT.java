package pagemark.runtime;

/// The functions that are packaged for SQL, with their index in PostgreSQL.
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
