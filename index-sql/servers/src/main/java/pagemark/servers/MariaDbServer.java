package pagemark.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import pagemark.embedded.Ports;
import pagemark.embedded.TetheredProcess;

/// A MariaDB server as a child process. It listens on loopback only and ends with this JVM.
///
/// Its data and temporary tables are in a temporary folder that is removed with it, and are never
/// synced to disk. Temporary tables need a folder of their own, because a starting server deletes
/// everything that it finds there. TLS is off, because the server would generate a key at each
/// start. All other settings except for buffer sizes are the server's defaults.
public final class MariaDbServer implements AutoCloseable {
  private static final String START =
      """
      set -e
      server=$1 install=$2 scratch=$3 port=$4
      shift 4
      if [ "$(id -u)" = 0 ]; then
        set -- "$@" --user=root
      fi
      set -- "$@" --datadir="$scratch/data" --tmpdir="$scratch" --innodb-flush-method=nosync \\
        --debug-no-sync
      cd "$scratch"
      "$install" --no-defaults --auth-root-authentication-method=socket --skip-name-resolve \\
        --skip-test-db "$@"
      exec "$server" --no-defaults --bind-address=127.0.0.1 --port="$port" --skip-name-resolve \\
        --socket=mariadb.sock --pid-file="$scratch/mariadb.pid" --init-file="$scratch/login.sql" \\
        --skip-log-bin --skip-ssl --innodb-buffer-pool-size=64M --key-buffer-size=1M \\
        --aria-pagecache-buffer-size=8M "$@"
      """;

  private final Login login;
  private final TetheredProcess process;

  private MariaDbServer(Login login, TetheredProcess process) {
    this.login = login;
    this.process = process;
  }

  /// Starts a server on any free port and waits until it answers. If there is no server, see
  /// [Binaries].
  ///
  /// @throws pagemark.embedded.ServerStartException if it does not start
  public static MariaDbServer start() {
    Binaries.MariaDb binaries = Binaries.mariaDb();
    return Ports.start(0, port -> startOn(port, binaries));
  }

  /// `jdbc:mysql://127.0.0.1:PORT/pagemark?user=...&password=...`. The user has all rights except
  /// GRANT.
  public String url() {
    return login.url("pagemark");
  }

  /// The URL of a new database.
  public String emptyDatabase() {
    return login.createDatabase("pagemark");
  }

  /// The process, for its pid and for signals.
  public ProcessHandle process() {
    return process.handle();
  }

  /// Ends the server even if clients are connected. Its data and folder are removed.
  @Override
  public void close() {
    process.kill();
  }

  private static MariaDbServer startOn(int port, Binaries.MariaDb binaries) {
    Login login = Login.random(Login.MYSQL, port);
    TetheredProcess process = TetheredProcess.start(scratch -> command(login, binaries, scratch));
    process.awaitReady("MariaDB on port " + port, () -> login.isAnsweredBy("pagemark"));
    return new MariaDbServer(login, process);
  }

  private static List<String> command(Login login, Binaries.MariaDb binaries, Path scratch) {
    Login.write(scratch.resolve("login.sql"), sql(login));
    String port = Integer.toString(login.port());
    return Stream.concat(
            Stream.of("/bin/sh", "-c", START, "sh"),
            Stream.concat(
                Stream.of(
                    binaries.server().toString(),
                    binaries.install().toString(),
                    scratch.toString(),
                    port),
                binaries.arguments().stream()))
        .toList();
  }

  /// The statements that make the user, one on each line.
  private static String sql(Login login) {
    return """
    CREATE DATABASE pagemark;
    CREATE USER pagemark@'127.0.0.1' IDENTIFIED BY '%s';
    GRANT ALL ON *.* TO pagemark@'127.0.0.1';
    """
        .formatted(login.password());
  }
}
