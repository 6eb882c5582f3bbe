package pagemark.servers;

import java.util.List;

/// A MariaDB server.
///
/// Its temporary tables need a folder of their own, because a starting server deletes everything
/// that it finds there. TLS is off, because the server would generate a key at each start. All
/// other settings except for buffer sizes are the server's defaults.
public final class MariaDbServer extends MySqlProtocolServer {
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

  private MariaDbServer(Running running) {
    super(running);
  }

  /// Starts a server on any free port and waits until it answers. If there is no server, see
  /// [Binaries].
  ///
  /// @throws pagemark.embedded.ServerStartException if it does not start
  public static MariaDbServer start() {
    Binaries.MariaDb binaries = Binaries.mariaDb();
    List<String> programs = List.of(binaries.server().toString(), binaries.install().toString());
    Kind kind = new Kind("MariaDB", START, programs, binaries.arguments(), MariaDbServer::sql);
    return new MariaDbServer(kind.start());
  }

  private static String sql(Login login) {
    return """
    CREATE DATABASE pagemark;
    CREATE USER pagemark@'127.0.0.1' IDENTIFIED BY '%s';
    GRANT ALL ON *.* TO pagemark@'127.0.0.1' WITH GRANT OPTION;
    """
        .formatted(login.password());
  }
}
