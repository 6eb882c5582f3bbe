package pagemark.sql.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;

/// Checks the file of an index before SQLite opens it. SQLite takes a file that is shorter than a
/// page for an empty database and overwrites it.
record SqliteFile(Path path) {
  private static final byte[] HEADER = "SQLite format 3\0".getBytes(US_ASCII);
  private static final String VALID =
      ". Valid files: an SQLite database, an empty file, or none, which is then made";

  /// @throws SQLException if the file is not a database and cannot become one
  void check() throws SQLException {
    if (!Files.exists(path)) {
      Path folder = path.toAbsolutePath().getParent();
      require(
          folder != null && Files.isDirectory(folder), "cannot be made: its folder does not exist");
      return;
    }
    require(Files.isRegularFile(path), "is not a file" + VALID);
    require(Files.isReadable(path), "cannot be read by this user");
    byte[] begin = begin();
    require(begin.length == 0 || Arrays.equals(begin, HEADER), "is not an SQLite database" + VALID);
  }

  private byte[] begin() throws SQLException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(HEADER.length);
    } catch (IOException e) {
      throw new SQLException(path + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void require(boolean holds, String otherwise) throws SQLException {
    if (!holds) {
      throw new SQLException(path + " " + otherwise);
    }
  }
}
