package pagemark.embedded;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the folder of DynamoDB Local's jars. In a release it is made at the first start, by a
/// [JarDownload].
final class JarFolder {
  private static final String PROPERTY = "pagemark.dynamodb-local";
  private static final Duration DOWNLOAD_MAX = Duration.ofMinutes(15);

  private JarFolder() {}

  /// Finds the folder: the system property `pagemark.dynamodb-local` names it, else it is
  /// `dynamodb-local` beside the jar or class folder of this class.
  ///
  /// @throws ServerStartException if there is no such folder, and it cannot be downloaded
  static synchronized Path find() {
    Path beside = besideUs();
    Path list = beside.resolveSibling(beside.getFileName() + ".jars");
    if (System.getProperty(PROPERTY) == null && !Files.exists(beside) && Files.exists(list)) {
      System.err.println("Downloading DynamoDB Local into " + beside + ", once ...");
      String repository = Objects.requireNonNullElse(System.getenv(JarDownload.REPOSITORY), "");
      new JarDownload(list, repository, DOWNLOAD_MAX).into(beside);
    }
    return choose(System.getProperty(PROPERTY), beside);
  }

  static Path choose(@Nullable String named, Path beside) {
    Path folder = Optional.ofNullable(named).map(Path::of).orElse(beside);
    if (!Files.isDirectory(folder)) {
      throw new ServerStartException(
          ("DynamoDB Local's jars are missing: the system property %s (%s) names their folder, else"
                  + " it is %s")
              .formatted(PROPERTY, named == null ? "not set" : named, beside));
    }
    return folder.toAbsolutePath();
  }

  private static Path besideUs() {
    try {
      var source = JarFolder.class.getProtectionDomain().getCodeSource().getLocation();
      return Path.of(source.toURI()).resolveSibling("dynamodb-local");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
