package pagemark.cli.option;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.ParentWatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options of commands that serve pages until they are stopped.
public final class ServingOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private @Nullable String hostName;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      converter = Numbers.Port.class,
      description = "The port of the web page and its API (default 8080; 0: any free port).")
  private int port;

  @Option(
      names = "--keep",
      description =
          "Run on when the process that started the command ends (default: stop with it).")
  private boolean keep;

  @Option(
      names = "--host-name",
      paramLabel = "NAME",
      description =
          "One more name that requests may give as their Host, such as that of a tunnel (default:"
              + " names of this machine only).")
  void hostName(String given) {
    if (!given.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,252}")) {
      throw new ParameterException(
          spec.commandLine(),
          "--host-name is '%s'. Valid: a name without port and slash, such as demo.example.com"
              .formatted(given));
    }
    hostName = given;
  }

  public int port() {
    return port;
  }

  /// Null if it is not given.
  public @Nullable String hostName() {
    return hostName;
  }

  /// Ends the command with its parent, unless it is told to run on.
  public void watchParent() {
    PrintWriter err = spec.commandLine().getErr();
    if (!keep) {
      ParentWatch.exitWhenParentDies(
          () -> err.println("Stopped: the process that started this one has ended (see --keep)"));
    }
  }
}
