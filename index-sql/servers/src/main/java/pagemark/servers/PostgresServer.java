package pagemark.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.embedded.Ports;
import pagemark.embedded.TetheredProcess;

/// A PostgreSQL server as a child process. It listens on loopback only and ends with this JVM.
///
/// Its data is in a temporary folder that is removed with it, and is never synced to disk. Text has
/// the order of American English by default, as on RDS, so that code that forgets to ask for byte
/// order fails. A password is hashed once, not 4,096 times, because each connection repeats that on
/// the client's side: it took half of the processor time of tests. All other settings are the
/// server's defaults, unless a test gives its own.
public final class PostgresServer implements AutoCloseable {
  /// PostgreSQL refuses to run as root. So root becomes nobody: in a user namespace, in which
  /// root's files stay readable, or else really, with a copy of the server if nobody cannot read
  /// it.
  private static final String START =
      """
      set -e
      bin=$1 scratch=$2 port=$3
      shift 3
      cat >"$scratch/run" <<'RUN'
      set -e
      bin=$1 scratch=$2 port=$3
      shift 3
      cd "$scratch"
      "$bin/initdb" --pgdata="$scratch/data" --username=pagemark --pwfile="$scratch/password" \\
        --auth=scram-sha-256 --encoding=UTF8 --locale=C --locale-provider=icu --icu-locale=en-US \\
        --no-sync --no-instructions
      exec "$bin/postgres" -D "$scratch/data" -p "$port" -c listen_addresses=127.0.0.1 \\
        -c unix_socket_directories= -c dynamic_shared_memory_type=mmap \\
        -c fsync=off -c full_page_writes=off "$@"
      RUN
      if [ "$(id -u)" != 0 ]; then
        exec sh "$scratch/run" "$bin" "$scratch" "$port" "$@"
      elif unshare --user --ipc true 2>/dev/null; then
        exec unshare --user --ipc sh "$scratch/run" "$bin" "$scratch" "$port" "$@"
      fi
      nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
      if ! $nobody test -x "$bin/initdb"; then
        cp -R "$bin/.." "$scratch/server"
        bin=$scratch/server/bin
      fi
      chown -R 65534:65534 "$scratch"
      exec $nobody sh "$scratch/run" "$bin" "$scratch" "$port" "$@"
      """;

  /// Servers before PostgreSQL 16 lack the setting and keep their default.
  private static final String HASH_PASSWORDS_ONCE =
      """
      SELECT set_config(name, '1', false) FROM pg_settings WHERE name = 'scram_iterations';
      ALTER USER pagemark PASSWORD '\
      """;

  private final Login login;
  private final TetheredProcess process;

  private PostgresServer(Login login, TetheredProcess process) {
    this.login = login;
    this.process = process;
  }

  /// Starts a server on any free port and waits until it answers. If there is no server, see
  /// [Binaries].
  ///
  /// @param settings such as `wal_level=logical`
  /// @throws pagemark.embedded.ServerStartException if it does not start
  public static PostgresServer start(String... settings) {
    return start(Map.of(), settings);
  }

  static PostgresServer start(Map<String, String> environment, String... settings) {
    Path binaries = Binaries.postgres();
    return Ports.start(0, port -> startOn(port, binaries, environment, settings));
  }

  /// `jdbc:postgresql://127.0.0.1:PORT/pagemark?user=...&password=...`. The user has all rights.
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
    process.signal("QUIT");
    process.close();
  }

  private static PostgresServer startOn(
      int port, Path binaries, Map<String, String> environment, String... settings) {
    Login login = Login.random("postgresql", port);
    TetheredProcess process =
        TetheredProcess.start(scratch -> command(login, binaries, scratch, settings), environment);
    process.awaitReady("PostgreSQL on port " + port, () -> login.isAnsweredBy("postgres"));
    login.execute("postgres", HASH_PASSWORDS_ONCE + login.password() + "'");
    login.execute("postgres", "CREATE DATABASE pagemark");
    return new PostgresServer(login, process);
  }

  private static List<String> command(
      Login login, Path binaries, Path scratch, String... settings) {
    Login.write(scratch.resolve("password"), login.password());
    String port = Integer.toString(login.port());
    Stream<String> start =
        Stream.of("/bin/sh", "-c", START, "sh", binaries.toString(), scratch.toString(), port);
    return Stream.concat(start, Stream.of(settings).flatMap(s -> Stream.of("-c", s))).toList();
  }
}
