package pagemark.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `pagemark completion`: prints what bash and zsh need to complete commands and options.
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Prints a completion script for bash and zsh.",
    description = "To use it: source <(pagemark completion)")
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().getOut().print(AutoComplete.bash("pagemark", spec.root().commandLine()));
    spec.commandLine().getOut().flush();
  }
}
