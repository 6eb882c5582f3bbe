package pagemark.sql.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import pagemark.index.IndexException;

/// Makes the tables, by versions that Flyway applies.
/// [SqlMarkers#building][pagemark.sql.SqlMarkers#building] calls this, so only the user of the sync
/// side needs the right to make tables.
public final class Schema {
  private static final String POSITION_KEY = "group_id, shard_id, place";

  private Schema() {}

  /// Makes the tables, or brings them up to date.
  public static void migrate(Database database) {
    try {
      DataSource source = database.unpooled();
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:pagemark/sql/" + database.dialect().folder)
          .table("pm_schema")
          .placeholders(Map.of("position_key", positionKey(database, source)))
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
    } catch (SQLException e) {
      throw database.failure(e);
    } catch (FlywayException e) {
      throw failure(database, e);
    } catch (RuntimeException e) {
      // Flyway fails on a table of that name which is not its own.
      throw new IndexException.Unavailable(
          "the index's tables cannot be made: the database has a table pm_schema of another"
              + " application. Use another database or schema",
          e);
    }
  }

  /// The database's own error, as a call reports it, instead of Flyway's report of several lines.
  private static IndexException failure(Database database, FlywayException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException said) {
        return database.failure(said);
      }
    }
    return new IndexException.Unavailable(
        "the index's tables cannot be made: " + e.getMessage(), e);
  }

  /// The columns of the positions' primary key. YugabyteDB has a key of its own: it spreads the
  /// shards of a group over its nodes, each in page order, the newest first.
  private static String positionKey(Database database, DataSource source) throws SQLException {
    if (database.dialect() == Dialect.POSTGRESQL) {
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT version()")) {
        row.next();
        return positionKey(row.getString(1));
      }
    }
    return POSITION_KEY;
  }

  /// @param version the result of `SELECT version()`
  static String positionKey(String version) {
    return version.contains("-YB-") ? "(group_id, shard_id) HASH, place DESC" : POSITION_KEY;
  }
}
