package pagemark.embedded;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.TetheredProcess.Folders;
import redis.embedded.core.ExecutableProvider;

/// Runs a Redis server as a child process that listens on loopback only and ends with this JVM.
public final class RedisServer implements AutoCloseable {
  private static final TetheredProcess.Probe PING = new TetheredProcess.Probe("PING\r\n", "+PONG");

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final URI uri;
  private final TetheredProcess process;

  private RedisServer(URI uri, TetheredProcess process) {
    this.uri = uri;
    this.process = process;
  }

  /// The options of the server.
  ///
  /// @param port 0 for any free port
  /// @param dataDir the folder of its data, which is created if missing and outlives the server;
  ///   null to keep data in memory
  /// @param arguments redis-server's own (`"--maxmemory", "1mb"`); they override ours
  /// @param binary replaces the embedded binary; null for the embedded one, or one on the PATH
  /// @param environment is added to this JVM's
  /// @param password what clients must send, of letters and digits; null if they need none
  public record Options(
      int port,
      @Nullable Path dataDir,
      List<String> arguments,
      @Nullable Path binary,
      Map<String, String> environment,
      @Nullable String password) {
    private static final Pattern PASSWORD = Pattern.compile("[A-Za-z0-9]+");

    public Options {
      Ports.requireValid(port);
      if (password != null && !PASSWORD.matcher(password).matches()) {
        throw new IllegalArgumentException("The password is not of letters and digits only");
      }
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }

    public Options(int port, @Nullable Path dataDir) {
      this(port, dataDir, List.of(), null);
    }

    public Options(
        int port, @Nullable Path dataDir, List<String> arguments, @Nullable Path binary) {
      this(port, dataDir, arguments, binary, Map.of(), null);
    }

    /// Options for a server on any free port, with its data in memory.
    public static Options inMemory() {
      return new Options(0, null);
    }

    public Options withPort(int port) {
      return new Options(port, dataDir, arguments, binary, environment, password);
    }

    public Options withPassword(String password) {
      return new Options(port, dataDir, arguments, binary, environment, password);
    }
  }

  /// Starts a server and waits until it answers and has loaded its data.
  ///
  /// @throws ServerStartException if the port is in use, no binary runs, or the server does not
  ///   start
  public static RedisServer start(Options options) {
    return Ports.start(options.port(), port -> startOn(port, options));
  }

  /// The first `redis-server` on the PATH that runs, for [Options#binary].
  public static Optional<Path> installed() {
    return Binary.onPath();
  }

  /// The address of the server: `redis://127.0.0.1:PORT`, with a password
  /// `redis://default:PASSWORD@127.0.0.1:PORT`. redis-cli and our own client both take this form;
  /// redis-cli does not take one without a user.
  public URI uri() {
    return uri;
  }

  /// The process, for its pid and for signals other than that of [#kill].
  public ProcessHandle process() {
    return process.handle();
  }

  /// Ends the server as a crash would (SIGKILL). Returns when it is gone.
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
    TetheredProcess.Probe probe = probe(options.password());
    process.awaitReady(
        "Redis on port " + port,
        () -> Files.exists(pidFile(process.scratch())) && probe.isAnsweredOn(port));
    Folders.delete(configuration(process.scratch()));
    String login = options.password() == null ? "" : "default:" + options.password() + "@";
    return new RedisServer(URI.create("redis://" + login + Ports.HOST + ":" + port), process);
  }

  /// A server that still loads its data takes a login, and then says so.
  private static TetheredProcess.Probe probe(@Nullable String password) {
    return password == null
        ? PING
        : new TetheredProcess.Probe(
            "AUTH default " + password + "\r\n" + PING.question(), "+OK\r\n" + PING.answer());
  }

  private static List<String> command(int port, Options options, Path scratch) {
    Path binary = options.binary() == null ? Binary.find(scratch) : options.binary();
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    if (options.password() != null) {
      command.add(writeConfiguration(scratch, options.password()).toString());
    }
    command.addAll(List.of("--bind", Ports.HOST, "--port", "" + port));
    command.addAll(List.of("--pidfile", pidFile(scratch).toString(), "--save", ""));
    command.addAll(storage(options.dataDir(), scratch));
    command.addAll(options.arguments());
    return command;
  }

  /// Puts the password into a file, because `ps` shows the command line to every user. The file is
  /// deleted once the server has read it.
  private static Path writeConfiguration(Path scratch, String password) {
    try {
      Path file = Files.createFile(configuration(scratch), OWNER_ONLY);
      return Files.writeString(file, "requirepass " + password + "\n");
    } catch (IOException e) {
      throw new ServerStartException("Redis' password cannot be written to " + scratch, e);
    }
  }

  private static Path configuration(Path scratch) {
    return scratch.resolve("redis.conf");
  }

  private static List<String> storage(@Nullable Path dataDir, Path scratch) {
    if (dataDir == null) {
      return List.of("--dir", scratch.toString(), "--appendonly", "no");
    }
    String dir = Folders.createData(dataDir);
    return List.of("--dir", dir, "--appendonly", "yes", "--appendfsync", "everysec");
  }

  /// Redis writes this file once it has its port. So the server that answers then is ours.
  private static Path pidFile(Path scratch) {
    return scratch.resolve("redis.pid");
  }

  /// Finds a `redis-server` that runs on this machine.
  static final class Binary {
    private static final int VERSION_SECONDS_MAX = 5;

    /// A process that was forked while the binary was unpacked holds the file open until it runs
    /// its own program, which takes long on a busy machine. So such a start is tried again, for
    /// five seconds.
    private static final String BUSY = "Text file busy";

    private static final int TRIES_MAX = 250;

    private static final int TRY_AGAIN_MILLIS = 20;

    private Binary() {}

    /// Finds a binary: the embedded one, unpacked into `scratch`, else the first one on the PATH
    /// that runs.
    static Path find(Path scratch) {
      return choose(() -> embedded(scratch), Binary::onPath);
    }

    static Path choose(Supplier<Optional<Path>> embedded, Supplier<Optional<Path>> onPath) {
      return embedded
          .get()
          .filter(Binary::runs)
          .or(onPath)
          .orElseThrow(
              () ->
                  new ServerStartException(
                      "Redis does not run here: neither the embedded binary nor a redis-server on"
                          + " the PATH starts. Install redis-server, or use a server of your own"
                          + " with --index redis://HOST:PORT"));
    }

    static Optional<Path> onPath() {
      return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
          .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
          .map(folder -> Path.of(folder, "redis-server"))
          .filter(Files::isExecutable)
          .filter(Binary::runs)
          .findFirst();
    }

    private static Optional<Path> embedded(Path scratch) {
      try {
        return Optional.of(
            ExecutableProvider.newJarResourceProvider(scratch.toFile()).get().toPath());
      } catch (IOException | RuntimeException e) {
        // There is no binary for this machine. The library says so by runtime exceptions too.
        return Optional.empty();
      }
    }

    private static boolean runs(Path binary) {
      try {
        for (int tries = 1; ; tries++) {
          try {
            return printsVersion(binary);
          } catch (IOException e) {
            if (tries == TRIES_MAX || !String.valueOf(e.getMessage()).contains(BUSY)) {
              return false;
            }
          }
          Thread.sleep(TRY_AGAIN_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerStartException("Redis: interrupted while starting", e);
      }
    }

    private static boolean printsVersion(Path binary) throws IOException, InterruptedException {
      Process version =
          new ProcessBuilder(binary.toString(), "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!version.waitFor(VERSION_SECONDS_MAX, TimeUnit.SECONDS)) {
        version.destroyForcibly();
        return false;
      }
      return version.exitValue() == 0;
    }
  }
}
