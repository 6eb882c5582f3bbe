package pagemark.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// The folders of a server: data that stays, and scratch data that is deleted with it.
final class Folders {
  private static final int DELETES_MAX = 100;

  private Folders() {}

  static Path createScratch() {
    try {
      return Files.createTempDirectory("pagemark-");
    } catch (IOException e) {
      throw new ServerStartException("Cannot create a temporary folder", e);
    }
  }

  /// Creates the folder if it is missing; existing data is kept.
  ///
  /// @return its absolute path
  static String createData(Path folder) {
    try {
      return Files.createDirectories(folder.toAbsolutePath()).toString();
    } catch (IOException e) {
      throw new ServerStartException("Cannot create the data folder " + folder, e);
    }
  }

  /// Deletes the folder, even if another process is deleting it at the same time.
  static void delete(Path folder) {
    for (int deletes = 0; Files.exists(folder) && deletes < DELETES_MAX; deletes++) {
      deleteOnce(folder);
    }
  }

  private static void deleteOnce(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // The other process deleted a file meanwhile. The next round sees what is left.
    }
  }
}
