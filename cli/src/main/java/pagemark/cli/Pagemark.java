package pagemark.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `java -jar pagemark.jar COMMAND`: exit code 0 is done, 1 failed or drift found, 2 wrong usage.
@Command(
    name = "pagemark",
    description = "Page numbers for DynamoDB.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      LocalCommand.class,
      LoadCommand.class,
      RebuildCommand.class,
      AuditCommand.class,
      RedriveCommand.class,
      StatsCommand.class
    })
public final class Pagemark {
  private Pagemark() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Pagemark())
        .setExecutionExceptionHandler(new FailureHandler())
        .setUsageHelpWidth(100);
  }
}
