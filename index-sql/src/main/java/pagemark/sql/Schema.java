package pagemark.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import pagemark.index.IndexException;

/// The tables, in versions.
final class Schema {
  private static final String POSITION_KEY = "group_id, shard_id, place";

  private Schema() {}

  /// Makes the tables, or brings them to this version; nothing where they are.
  ///
  /// @throws IndexException.Unavailable if the database cannot be asked, or refuses
  static void migrate(Database database) {
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
      // Flyway trips over a table of that name which is not its own.
      throw new IndexException.Unavailable(
          "the index's tables cannot be made: the table pm_schema is not the index's, but that of"
              + " another application",
          e);
    }
  }

  /// What the database said, as in a call, rather than a report of it in several lines.
  private static IndexException failure(Database database, FlywayException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException said) {
        return database.failure(said);
      }
    }
    return new IndexException.Unavailable(
        "the index's tables cannot be made: " + e.getMessage(), e);
  }

  /// The columns of the positions' primary key. YugabyteDB spreads the shards of a group over its
  /// nodes, each in page order, the newest first.
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

  /// @param version as `SELECT version()` has it
  static String positionKey(String version) {
    return version.contains("-YB-") ? "(group_id, shard_id) HASH, place DESC" : POSITION_KEY;
  }
}
