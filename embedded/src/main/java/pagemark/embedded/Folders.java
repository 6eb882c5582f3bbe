package pagemark.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// The folders a server works in: data that stays, and scratch that goes with it.
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

  /// Absolute; existing data is kept.
  static String createData(Path folder) {
    try {
      return Files.createDirectories(folder.toAbsolutePath()).toString();
    } catch (IOException e) {
      throw new ServerStartException("Cannot create the data folder " + folder, e);
    }
  }

  /// Returns once the folder is gone, whoever else is deleting it at the same time.
  static void delete(Path folder) {
    for (int deletes = 0; Files.exists(folder) && deletes < DELETES_MAX; deletes++) {
      deleteOnce(folder);
    }
  }

  private static void deleteOnce(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // The other one deleted a file on the way: the next round sees what is left.
    }
  }
}
