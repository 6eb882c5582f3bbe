package pagemark.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The command line of a JVM that runs DynamoDB Local.
///
/// The server's own jar is on the module path, and its libraries are on the class path: the
/// manifest of that jar names its own folder, and a JVM with a folder on its class path uses no
/// [ClassArchive]. The JVM takes the main class from the module that has its package.
///
/// @param jars the folder of DynamoDB Local's jars
/// @param patch the jar of [JettyPatch]; null if each server writes one for itself
/// @param flags of the JVM, beside those that each server has
record ServerJvm(Path jars, @Nullable Path patch, List<String> flags) {
  private static final String MODULE = "DynamoDBLocal";
  private static final String MAIN = "software.amazon.dynamodb.services.local.main.ServerRunner";

  /// A JVM that uses the archive of its classes if there is one.
  static ServerJvm of(Path jars) {
    ClassArchive archive = new ClassArchive(jars);
    return archive.fits()
        ? new ServerJvm(
            jars, archive.patch(), List.of("-XX:SharedArchiveFile=" + archive.classes()))
        : new ServerJvm(jars, null, List.of());
  }

  /// @param scratch the folder of the server's own files
  /// @param sign the file that the server makes once it listens on loopback
  /// @throws ServerStartException if the jars cannot be patched
  List<String> command(Path scratch, Path sign) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED," + MODULE,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-D" + JettyPatch.SIGN + "=" + sign,
            "-Djava.io.tmpdir=" + scratch));
    command.addAll(List.of("--module-path", own(), "--add-modules", MODULE));
    command.addAll(List.of("-cp", patch(scratch) + File.pathSeparator + libraries()));
    command.add(MAIN);
    return command;
  }

  private Path patch(Path scratch) {
    if (patch != null) {
      return patch;
    }
    Path own = scratch.resolve("patch.jar");
    JettyPatch.write(jars, own);
    return own;
  }

  private String own() {
    return jarsThat(true);
  }

  private String libraries() {
    return jarsThat(false);
  }

  /// In the order of their names, as an archive holds for one order only.
  private String jarsThat(boolean own) {
    try (Stream<Path> files = Files.list(jars)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          .filter(file -> Path.of(file).getFileName().toString().startsWith(MODULE) == own)
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new ServerStartException("Cannot read " + jars, e);
    }
  }
}
