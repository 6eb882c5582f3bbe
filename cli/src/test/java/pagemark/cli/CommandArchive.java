package pagemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import pagemark.local.LocalHttp;

/// The command's classes as the JVM keeps them in memory, in a file: a command maps the file
/// instead of reading and verifying thousands of classes, which is a third of the processor time of
/// a short one.
final class CommandArchive {
  private static final List<String> FLAGS = flags();

  private CommandArchive() {}

  /// The options with which a JVM that runs the jar uses the archive. Makes the archive at the
  /// first call; if it cannot, says so, and commands take longer.
  static List<String> use() {
    return FLAGS;
  }

  private static List<String> flags() {
    Path archive = CommandProcess.FOLDER.resolve("pagemark-%s.jsa".formatted(Runtime.version()));
    try {
      if (!Files.exists(archive) || isOlder(archive)) {
        make(archive);
      }
      return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
    } catch (IOException | AssertionError | IllegalStateException e) {
      System.err.println("No archive of the command's classes: " + e);
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Whether the jar was built after the archive.
  private static boolean isOlder(Path archive) throws IOException {
    return Files.getLastModifiedTime(archive)
            .compareTo(Files.getLastModifiedTime(CommandProcess.JAR))
        < 0;
  }

  /// Runs a stack that follows a table and shows pages. It writes its classes when it ends.
  private static void make(Path archive) throws IOException, InterruptedException {
    Files.deleteIfExists(archive);
    try (CommandProcess local =
        CommandProcess.startWith(
            CommandProcess.FOLDER,
            List.of("-XX:ArchiveClassesAtExit=" + archive),
            "local",
            "--port=0",
            "--sample=20")) {
      LocalHttp.get(local.awaitReady(), "/comments/DAFT_PUNK_TSHIRT?rating=4,5");
      local.stop();
      local.exitCode();
    }
  }
}
