package pagemark.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.TetheredProcess.Folders;

/// Runs DynamoDB Local in a JVM of its own, which listens on loopback only and ends with this JVM.
/// Web pages cannot read its answers: it allows one origin, its own (`-cors`; the default is any).
public final class DynamoDbLocal implements AutoCloseable {
  private static final TetheredProcess.Probe PROBE =
      new TetheredProcess.Probe("GET / HTTP/1.0\r\n\r\n", "HTTP/1.");

  private final URI endpoint;
  private final TetheredProcess process;
  private final Runnable onClose;

  private DynamoDbLocal(URI endpoint, TetheredProcess process, Runnable onClose) {
    this.endpoint = endpoint;
    this.process = process;
    this.onClose = onClose;
  }

  /// The options of the server.
  ///
  /// @param port 0 for any free port
  /// @param dataDir the folder of its data, which is created if missing and outlives the server;
  ///   null to keep data in memory
  /// @param shared whether all access keys and regions see one database; else each has its own
  public record Options(int port, @Nullable Path dataDir, boolean shared) {
    public Options {
      Ports.requireValid(port);
    }

    public Options(int port, @Nullable Path dataDir) {
      this(port, dataDir, true);
    }

    /// Options for a server on any free port, with its data in memory.
    public static Options inMemory() {
      return new Options(0, null);
    }
  }

  /// Starts a server and waits until it answers, which takes about a second.
  ///
  /// @throws ServerStartException if the port is in use, the jars are missing, or the server does
  ///   not start on loopback alone
  public static DynamoDbLocal start(Options options) {
    return start(options, JarFolder.find());
  }

  static DynamoDbLocal start(Options options, Path jars) {
    return Ports.start(options.port(), port -> startOn(port, jars, options));
  }

  /// The address of the server: `http://127.0.0.1:PORT`.
  public URI endpoint() {
    return endpoint;
  }

  /// The process, for its pid and for signals.
  public ProcessHandle process() {
    return process.handle();
  }

  /// The same server for a user that does not own it. Its [#close] calls `onClose`, and the server
  /// keeps running.
  public DynamoDbLocal lend(Runnable onClose) {
    return new DynamoDbLocal(endpoint, process, onClose);
  }

  @Override
  public void close() {
    onClose.run();
  }

  private static DynamoDbLocal startOn(int port, Path jars, Options options) {
    URI endpoint = URI.create("http://" + Ports.HOST + ":" + port);
    TetheredProcess process =
        TetheredProcess.start(
            scratch -> {
              List<String> command = new ArrayList<>(jvm(jars, scratch));
              command.addAll(List.of("-port", "" + port));
              command.addAll(List.of("-disableTelemetry", "-cors", "" + endpoint));
              command.addAll(storage(options.dataDir()));
              if (options.shared()) {
                command.add("-sharedDb");
              }
              return command;
            });
    process.awaitReady("DynamoDB Local on port " + port, () -> PROBE.isAnsweredOn(port));
    return new DynamoDbLocal(endpoint, process, process::close);
  }

  /// The command line of the JVM, up to its main class: [LoopbackServer], with the jars alone.
  private static List<String> jvm(Path jars, Path scratch) {
    Path main = scratch.resolve("pagemark/embedded/LoopbackServer.class");
    try (InputStream own = DynamoDbLocal.class.getResourceAsStream("LoopbackServer.class");
        Stream<Path> files = Files.list(jars)) {
      Files.createDirectories(main.getParent());
      Files.copy(Objects.requireNonNull(own), main);
      // DynamoDB Local's own jar, the first by its name, brings other versions of some classes.
      String libraries =
          files
              .map(Path::toString)
              .filter(file -> file.endsWith(".jar"))
              .sorted()
              .collect(Collectors.joining(File.pathSeparator));
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Djava.io.tmpdir=" + scratch,
          "-cp",
          scratch + File.pathSeparator + libraries,
          LoopbackServer.class.getName());
    } catch (IOException e) {
      throw new ServerStartException("Cannot read " + jars + ", or write to " + scratch, e);
    }
  }

  private static List<String> storage(@Nullable Path dataDir) {
    return dataDir == null ? List.of("-inMemory") : List.of("-dbPath", Folders.createData(dataDir));
  }
}
