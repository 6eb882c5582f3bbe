package pagemark.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import pagemark.sql.tree.Shape;

/// Runs the contract on an SQLite file with many levels of tree nodes and three shards for each
/// group.
final class SqliteSmallIT extends SqlIndexContract {
  @TempDir private Path folder;

  @Override
  String emptyDatabase() {
    return "jdbc:sqlite:" + folder.resolve("index.db") + "?shards=3";
  }

  @Override
  Shape shape() {
    return SMALL;
  }
}
