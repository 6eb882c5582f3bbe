package pagemark.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The option `--host-name`.
public final class HostNameOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private @Nullable String name;

  @Option(
      names = "--host-name",
      paramLabel = "NAME",
      description =
          "One more name that requests may give as their Host, such as that of a tunnel (default:"
              + " names of this machine only).")
  void name(String given) {
    if (!given.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,252}")) {
      throw new ParameterException(
          spec.commandLine(),
          "--host-name is '%s'. Valid: a name without port and slash, such as demo.example.com"
              .formatted(given));
    }
    name = given;
  }

  /// Null if it is not given.
  public @Nullable String name() {
    return name;
  }
}
