package pagemark.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import pagemark.sql.tree.Shape;

/// Runs the contract on an SQLite file.
final class SqliteIndexIT extends SqlIndexContract {
  @TempDir private Path folder;

  @Override
  String emptyDatabase() {
    return "jdbc:sqlite:" + folder.resolve("index.db");
  }

  @Override
  Shape shape() {
    return Shape.DEFAULT;
  }
}
