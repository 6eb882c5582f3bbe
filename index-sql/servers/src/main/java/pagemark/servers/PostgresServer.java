package pagemark.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import pagemark.embedded.Ports;
import pagemark.embedded.TetheredProcess;

/// A PostgreSQL server as a child process that listens on loopback only and ends with this JVM.
///
/// Its data lies in a temporary folder that goes with it, and is never synced to disk. Text is
/// ordered as in American English unless a query says otherwise, as RDS does it: whoever counts on
/// the order of bytes must ask for it. All else is as the server has it by default.
public final class PostgresServer implements AutoCloseable {
  /// PostgreSQL refuses to run as root, so that becomes nobody: in a user namespace, in which files
  /// of root can still be read, else really, with a copy of the server where nobody can read it.
  private static final String START =
      """
      set -e
      bin=$1 scratch=$2 port=$3
      cat >"$scratch/run" <<'RUN'
      set -e
      bin=$1 scratch=$2 port=$3
      cd "$scratch"
      "$bin/initdb" --pgdata="$scratch/data" --username=pagemark --pwfile="$scratch/password" \\
        --auth=scram-sha-256 --encoding=UTF8 --locale=C --locale-provider=icu --icu-locale=en-US \\
        --no-sync --no-instructions
      exec "$bin/postgres" -D "$scratch/data" -p "$port" -c listen_addresses=127.0.0.1 \\
        -c unix_socket_directories= -c dynamic_shared_memory_type=mmap \\
        -c fsync=off -c full_page_writes=off
      RUN
      if [ "$(id -u)" != 0 ]; then
        exec sh "$scratch/run" "$@"
      elif unshare --user --ipc true 2>/dev/null; then
        exec unshare --user --ipc sh "$scratch/run" "$@"
      fi
      nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
      if ! $nobody test -x "$bin/initdb"; then
        cp -R "$bin/.." "$scratch/server"
        bin=$scratch/server/bin
      fi
      chown -R 65534:65534 "$scratch"
      exec $nobody sh "$scratch/run" "$bin" "$scratch" "$port"
      """;

  private final Login login;
  private final TetheredProcess process;

  private PostgresServer(Login login, TetheredProcess process) {
    this.login = login;
    this.process = process;
  }

  /// Returns when the server answers, on any free port. Throws
  /// [pagemark.embedded.ServerStartException] where it does not come up; where there is no server
  /// see [Binaries].
  public static PostgresServer start() {
    return start(Map.of());
  }

  static PostgresServer start(Map<String, String> environment) {
    Path binaries = Binaries.postgres();
    return Ports.start(0, port -> startOn(port, binaries, environment));
  }

  /// `jdbc:postgresql://127.0.0.1:PORT/pagemark?user=...&password=...`; the user may do all.
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
    process.signal("QUIT");
    process.close();
  }

  private static PostgresServer startOn(int port, Path binaries, Map<String, String> environment) {
    Login login = Login.random("postgresql", port);
    TetheredProcess process =
        TetheredProcess.start(scratch -> command(login, binaries, scratch), environment);
    process.awaitReady("PostgreSQL on port " + port, () -> login.isAnsweredBy("postgres"));
    login.execute("postgres", "CREATE DATABASE pagemark");
    return new PostgresServer(login, process);
  }

  private static List<String> command(Login login, Path binaries, Path scratch) {
    Login.write(scratch.resolve("password"), login.password());
    String port = Integer.toString(login.port());
    return List.of("/bin/sh", "-c", START, "sh", binaries.toString(), scratch.toString(), port);
  }
}
