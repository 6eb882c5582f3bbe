package pagemark.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import pagemark.embedded.Ports;
import pagemark.embedded.TetheredProcess;

/// A MariaDB server as a child process that listens on loopback only and ends with this JVM.
///
/// Its data lies in a temporary folder that goes with it, and is never synced to disk; so do its
/// temporary tables, as a server that starts deletes all that it finds where it keeps them. It
/// speaks no TLS, for which it would make a key at each start. All else but the size of buffers is
/// as the server has it by default.
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

  /// Returns when the server answers, on any free port. Throws
  /// [pagemark.embedded.ServerStartException] where it does not come up; where there is no server
  /// see [Binaries].
  public static MariaDbServer start() {
    Binaries.MariaDb binaries = Binaries.mariaDb();
    return Ports.start(0, port -> startOn(port, binaries));
  }

  /// `jdbc:mysql://127.0.0.1:PORT/pagemark?user=...&password=...`; the user may do all but grant.
  public String url() {
    return login.url("pagemark");
  }

  /// The URL of a new database.
  public String emptyDatabase() {
    return login.createDatabase("pagemark");
  }

  /// For its pid, and for signals.
  public ProcessHandle process() {
    return process.handle();
  }

  /// Ends the server whoever is connected; data and folder are gone.
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

  /// One statement a line.
  private static String sql(Login login) {
    return """
    CREATE DATABASE pagemark;
    CREATE USER pagemark@'127.0.0.1' IDENTIFIED BY '%s';
    GRANT ALL ON *.* TO pagemark@'127.0.0.1';
    """
        .formatted(login.password());
  }
}
