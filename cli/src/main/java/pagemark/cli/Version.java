package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// The version of the jar and the commit that it was built from, for `--version`. The build writes
/// the commit; the file is empty if it ran without git.
final class Version implements IVersionProvider {
  private static final String COMMIT = "commit";

  @Override
  public String[] getVersion() {
    String built = Pagemark.class.getPackage().getImplementationVersion();
    return new String[] {
      "pagemark %s (%s)"
          .formatted(Objects.requireNonNullElse(built, "not from its jar"), told(commit()))
    };
  }

  private static String told(String commit) {
    return commit.isEmpty() ? "commit unknown: built without git" : "commit " + commit;
  }

  private static String commit() {
    try (InputStream file = Version.class.getResourceAsStream(COMMIT)) {
      return file == null ? "" : new String(file.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
