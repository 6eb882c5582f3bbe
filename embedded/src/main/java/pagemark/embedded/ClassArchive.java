package pagemark.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The classes of DynamoDB Local as the JVM keeps them in memory, in a file beside its jars. A
/// start maps the file instead of reading and verifying 5,000 classes, which is a third of its
/// processor time.
///
/// The build makes the archive. A start uses it if it was made by the same Java of the same jars;
/// beyond that, the JVM itself refuses an archive that does not fit, and starts without.
///
/// @param jars the folder of the jars; who may write the archive may write them too
record ClassArchive(Path jars) {
  private static final Duration END_MAX = Duration.ofSeconds(60);

  /// Makes the archive unless it is there.
  ///
  /// @param arguments the folder of DynamoDB Local's jars
  public static void main(String[] arguments) throws IOException {
    ClassArchive archive = new ClassArchive(Path.of(arguments[0]).toAbsolutePath());
    if (!archive.fits()) {
      archive.make();
    }
  }

  /// Whether the archive is there, and was made by this Java of the jars as they are now.
  boolean fits() {
    try {
      return Files.exists(note()) && Files.readString(note()).equals(source());
    } catch (IOException e) {
      return false;
    }
  }

  /// The jar of [JettyPatch] that the archive was made with.
  Path patch() {
    return folder().resolve("patch.jar");
  }

  Path classes() {
    return folder().resolve("classes.jsa");
  }

  /// Runs a server that writes its classes when it ends. The note comes last: without it nobody
  /// uses the rest. A server that is slow to start leaves no archive, and starts take longer.
  private void make() throws IOException {
    Folders.delete(folder());
    Files.createDirectories(folder());
    JettyPatch.write(jars, patch());
    ServerJvm jvm = new ServerJvm(jars, patch(), List.of("-XX:ArchiveClassesAtExit=" + classes()));
    try (DynamoDbLocal server = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory(), jvm)) {
      Rehearsal.run(server.endpoint());
      end(server.process());
    } catch (ServerStartException e) {
      if (JettyPatch.REFUSAL.equals(e.getMessage())) {
        throw e;
      }
      System.err.println("No archive of DynamoDB Local's classes: " + e.getMessage());
    }
    if (Files.exists(classes())) {
      Files.writeString(note(), source());
    }
  }

  /// Ends the server as [DynamoDbLocal#close] does, but waits until it has written its classes.
  private static void end(ProcessHandle server) {
    server.destroy();
    try {
      server.onExit().get(END_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Then there is no archive, and starts take longer.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Path note() {
    return folder().resolve("made-of");
  }

  private Path folder() {
    return jars.resolve("archive");
  }

  /// All that the archive depends on: the Java, the patch, and the jars, which the JVM knows by
  /// size and time.
  String source() throws IOException {
    return "%s\n%08x\n%s".formatted(Runtime.version(), patchCode(), files());
  }

  private static int patchCode() throws IOException {
    try (InputStream bytes = ClassArchive.class.getResourceAsStream("JettyPatch.class")) {
      return Arrays.hashCode(requireNonNull(bytes).readAllBytes());
    }
  }

  private String files() throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      return files
          .filter(Files::isRegularFile)
          .map(
              file ->
                  "%s %d %d\n"
                      .formatted(
                          file.getFileName(), file.toFile().length(), file.toFile().lastModified()))
          .sorted()
          .collect(Collectors.joining());
    }
  }
}
