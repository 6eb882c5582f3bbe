package pagemark.sql;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import pagemark.index.IndexException;

/// The tables, in versions.
final class Schema {
  private Schema() {}

  /// Makes the tables, or brings them to this version; nothing where they are.
  ///
  /// @throws IndexException.Unavailable where the database cannot be asked, or refuses
  static void migrate(Database database) {
    try {
      DataSource source = database.unpooled();
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:pagemark/sql/" + database.dialect().folder)
          .table("pm_schema")
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
    } catch (SQLException e) {
      throw database.failure(e);
    } catch (FlywayException e) {
      throw new IndexException.Unavailable(
          "the index's tables cannot be made: " + e.getMessage(), e);
    }
  }
}
