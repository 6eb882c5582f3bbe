package pagemark.servers;

import java.util.List;

/// A server of MySQL 8.
///
/// It has no binary log, which it would write by default, no statistics of performance, which take
/// 300 MB, and no second protocol. TLS is off, because the server would generate keys at each
/// start. All other settings except for sizes of files and buffers are the server's defaults. Its
/// first login needs the plugin `mysql_native_password`, because that of MySQL's default needs TLS.
public final class MySqlServer extends MySqlProtocolServer {
  private static final String START =
      """
      set -e
      folder=$1 scratch=$2 port=$3
      shift 3
      if [ "$(id -u)" = 0 ]; then
        set -- "$@" --user=root
      fi
      set -- --basedir="$folder" --datadir="$scratch/data" --tmpdir="$scratch" \\
        --innodb-flush-method=nosync --innodb-doublewrite=0 --innodb-use-native-aio=0 \\
        --innodb-log-file-size=16M --innodb-buffer-pool-size=64M --key-buffer-size=1M \\
        --performance-schema=OFF --skip-log-bin --auto-generate-certs=OFF \\
        --sha256-password-auto-generate-rsa-keys=OFF \\
        --caching-sha2-password-auto-generate-rsa-keys=OFF "$@"
      cd "$scratch"
      "$folder/bin/mysqld" --no-defaults --initialize-insecure "$@"
      exec "$folder/bin/mysqld" --no-defaults --bind-address=127.0.0.1 --port="$port" --skip-name-resolve \\
        --mysqlx=OFF --socket=mysql.sock --pid-file="$scratch/mysql.pid" \\
        --init-file="$scratch/login.sql" "$@"
      """;

  private MySqlServer(Running running) {
    super(running);
  }

  /// Starts a server on any free port and waits until it answers. If there is no server, see
  /// [Binaries].
  ///
  /// @param options more of the server's own
  /// @throws pagemark.embedded.ServerStartException if it does not start
  public static MySqlServer start(String... options) {
    List<String> folder = List.of(Binaries.mySql().toString());
    return new MySqlServer(
        new Kind("MySQL", START, folder, List.of(options), MySqlServer::sql).start());
  }

  private static String sql(Login login) {
    return """
    CREATE DATABASE pagemark;
    CREATE USER pagemark@'127.0.0.1' IDENTIFIED WITH mysql_native_password BY '%s';
    GRANT ALL ON *.* TO pagemark@'127.0.0.1' WITH GRANT OPTION;
    DROP USER root@localhost;
    """
        .formatted(login.password());
  }
}
