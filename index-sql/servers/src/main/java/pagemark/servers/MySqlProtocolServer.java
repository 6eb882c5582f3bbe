package pagemark.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import pagemark.embedded.Ports;
import pagemark.embedded.TetheredProcess;

/// A server that speaks MySQL's protocol, as a child process. It listens on loopback only and ends
/// with this JVM. Its data is in a temporary folder that is removed with it, and is never synced to
/// disk.
public abstract sealed class MySqlProtocolServer implements AutoCloseable
    permits MariaDbServer, MySqlServer {
  private final Running running;

  MySqlProtocolServer(Running running) {
    this.running = running;
  }

  /// A server that answers.
  record Running(Login login, TetheredProcess process) {}

  /// How a kind of server is started.
  ///
  /// @param name of the kind, in messages
  /// @param script starts it; it gets the words of `given`, the scratch folder, the port, and then
  ///   those of `arguments`. The folder has the file `login.sql`
  /// @param login the SQL that makes the user, one statement on each line
  record Kind(
      String name,
      String script,
      List<String> given,
      List<String> arguments,
      Function<Login, String> login) {
    /// Starts a server on any free port and waits until it answers.
    ///
    /// @throws pagemark.embedded.ServerStartException if it does not start
    Running start() {
      return Ports.start(0, this::startOn);
    }

    private Running startOn(int port) {
      Login user = Login.random(Login.MYSQL, port);
      TetheredProcess process = TetheredProcess.start(scratch -> command(user, scratch));
      process.awaitReady(name + " on port " + port, () -> user.isAnsweredBy("pagemark"));
      return new Running(user, process);
    }

    private List<String> command(Login user, Path scratch) {
      Login.write(scratch.resolve("login.sql"), login.apply(user));
      List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
      command.addAll(given);
      command.addAll(List.of(scratch.toString(), Integer.toString(user.port())));
      command.addAll(arguments);
      return command;
    }
  }

  /// `jdbc:mysql://127.0.0.1:PORT/pagemark?user=...&password=...`. The user has all rights.
  public final String url() {
    return running.login().url("pagemark");
  }

  /// The URL of a new database.
  public final String emptyDatabase() {
    return running.login().createDatabase("pagemark");
  }

  /// The process, for its pid and for signals.
  public final ProcessHandle process() {
    return running.process().handle();
  }

  /// Ends the server even if clients are connected. Its data and folder are removed.
  @Override
  public final void close() {
    running.process().kill();
  }
}
