package pagemark.embedded;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A Redis server as a child process that listens on loopback only and ends with this JVM.
public final class RedisServer implements AutoCloseable {
  private static final Probe PING = new Probe("PING\r\n", "+PONG");
  private static final Probe PING_WITHOUT_PASSWORD = new Probe("PING\r\n", "-NOAUTH");

  private final URI uri;
  private final TetheredProcess process;

  private RedisServer(URI uri, TetheredProcess process) {
    this.uri = uri;
    this.process = process;
  }

  /// `port` 0 means any free one; `dataDir` is created where missing and outlives the server,
  /// without it all data is in memory; `arguments` are redis-server's own (`"--maxmemory", "1mb"`)
  /// and win over ours; `binary` replaces the embedded one; `environment` is added to this JVM's.
  public record Options(
      int port,
      @Nullable Path dataDir,
      List<String> arguments,
      @Nullable Path binary,
      Map<String, String> environment) {
    public Options {
      Ports.requireValid(port);
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }

    public Options(int port, @Nullable Path dataDir) {
      this(port, dataDir, List.of(), null);
    }

    public Options(
        int port, @Nullable Path dataDir, List<String> arguments, @Nullable Path binary) {
      this(port, dataDir, arguments, binary, Map.of());
    }

    /// On any free port.
    public static Options inMemory() {
      return new Options(0, null);
    }

    public Options withArguments(String... arguments) {
      return new Options(port, dataDir, List.of(arguments), binary, environment);
    }

    public Options withBinary(Path binary) {
      return new Options(port, dataDir, arguments, binary, environment);
    }

    public Options withEnvironment(Map<String, String> environment) {
      return new Options(port, dataDir, arguments, binary, environment);
    }
  }

  /// Returns when the server answers and has loaded its data. Throws [ServerStartException] where
  /// the port is in use, no binary runs, or the server does not come up.
  public static RedisServer start(Options options) {
    return Ports.start(options.port(), port -> startOn(port, options));
  }

  /// The first `redis-server` on the PATH that runs, for [Options#withBinary].
  public static Optional<Path> installed() {
    return RedisBinary.onPath();
  }

  /// `redis://127.0.0.1:PORT`
  public URI uri() {
    return uri;
  }

  /// For its pid and for signals other than [#kill]'s.
  public ProcessHandle process() {
    return process.handle();
  }

  /// Ends the server as a crash would (SIGKILL); returns when it is gone.
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }

  private static RedisServer startOn(int port, Options options) {
    TetheredProcess process =
        TetheredProcess.start(scratch -> command(port, options, scratch), options.environment());
    process.awaitReady("Redis on port " + port, () -> isReady(port, process));
    return new RedisServer(URI.create("redis://" + Ports.HOST + ":" + port), process);
  }

  private static boolean isReady(int port, TetheredProcess process) {
    return Files.exists(pidFile(process.scratch()))
        && (PING.isAnsweredOn(port) || PING_WITHOUT_PASSWORD.isAnsweredOn(port));
  }

  private static List<String> command(int port, Options options, Path scratch) {
    Path binary = options.binary() == null ? RedisBinary.find(scratch) : options.binary();
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of("--bind", Ports.HOST, "--port", "" + port));
    command.addAll(List.of("--pidfile", pidFile(scratch).toString(), "--save", ""));
    command.addAll(storage(options.dataDir(), scratch));
    command.addAll(options.arguments());
    return command;
  }

  private static List<String> storage(@Nullable Path dataDir, Path scratch) {
    if (dataDir == null) {
      return List.of("--dir", scratch.toString(), "--appendonly", "no");
    }
    String dir = Folders.createData(dataDir);
    return List.of("--dir", dir, "--appendonly", "yes", "--appendfsync", "everysec");
  }

  /// Redis writes it once it has its port, so whoever answers then is ours.
  private static Path pidFile(Path scratch) {
    return scratch.resolve("redis.pid");
  }
}
