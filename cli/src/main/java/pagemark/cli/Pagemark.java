package pagemark.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command: `java -jar pagemark.jar COMMAND`. Exit code 0: done. 1: failed, or the audit found
/// drift. 2: wrong usage.
@Command(
    name = "pagemark",
    description = "Page numbers for DynamoDB.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      BrowseCommand.class,
      InitCommand.class,
      CheckCommand.class,
      LocalCommand.class,
      LoadCommand.class,
      PlanCommand.class,
      RebuildCommand.class,
      AuditCommand.class,
      RedriveCommand.class,
      StatsCommand.class,
      DropCommand.class,
      CompletionCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Pagemark {
  private Pagemark() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Pagemark())
        .setParameterExceptionHandler(new UsageMistake())
        .setExecutionExceptionHandler(new FailureHandler())
        .setUsageHelpWidth(100);
  }
}
