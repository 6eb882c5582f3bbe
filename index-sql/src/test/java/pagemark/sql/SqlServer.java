package pagemark.sql;

import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.servers.MariaDbServer;
import pagemark.servers.PostgresServer;

/// The servers that tests run on. Each is started at its first use in a thread, serves all tests
/// that run there, one class after the other, and ends with the run.
public enum SqlServer {
  POSTGRESQL,
  MARIADB;

  private static final ThreadLocal<PostgresServer> POSTGRES =
      ThreadLocal.withInitial(PostgresServer::start);
  private static final ThreadLocal<MariaDbServer> MARIA =
      ThreadLocal.withInitial(MariaDbServer::start);

  /// The URL of a database that holds nothing.
  public String emptyDatabase() {
    return switch (this) {
      case POSTGRESQL -> POSTGRES.get().emptyDatabase();
      case MARIADB -> MARIA.get().emptyDatabase();
    };
  }

  /// A store on a database that holds nothing.
  public IndexStore emptyStore() {
    return IndexStores.open(emptyDatabase(), IndexSettings.DEFAULT);
  }
}
