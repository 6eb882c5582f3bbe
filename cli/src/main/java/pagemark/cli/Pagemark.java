package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import pagemark.audit.AuditException;
import pagemark.check.TableQuestions;
import pagemark.cli.Pagemark.Version;
import pagemark.cli.option.CommandException;
import pagemark.embedded.ServerStartException;
import pagemark.index.IndexException;
import pagemark.listing.json.InvalidListingsException;
import pagemark.load.Loader.LoadException;
import pagemark.local.data.StackException;
import pagemark.rebuild.RebuildException;
import pagemark.stack.DeployedStack;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.words.DidYouMean;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import software.amazon.awssdk.core.exception.SdkException;

/// The command: `java -jar pagemark.jar COMMAND`. Exit code 0: done. 1: failed, or the audit found
/// drift. 2: wrong usage.
@Command(
    name = "pagemark",
    description = "Page numbers for DynamoDB.",
    synopsisSubcommandLabel = "COMMAND",
    scope = CommandLine.ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Pagemark.Version.class,
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
      ExportCommand.class,
      DropCommand.class,
      Pagemark.CompletionCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Pagemark {
  private Pagemark() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Pagemark())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageMistake())
        .setExecutionExceptionHandler(new FailureHandler())
        .setUsageHelpWidth(100);
  }

  /// Prints a wrong option with a suggestion, and how to list the options. The exit code is 2. Only
  /// a call without a command prints the whole help.
  static final class UsageMistake implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
      CommandLine command = e.getCommandLine();
      PrintWriter err = command.getErr();
      err.println(told(e, command));
      if (e instanceof MissingParameterException && !command.getSubcommands().isEmpty()) {
        command.usage(err);
      } else {
        err.println(help(command));
      }
      err.flush();
      return CommandLine.ExitCode.USAGE;
    }

    private static String told(ParameterException e, CommandLine command) {
      if (e instanceof UnmatchedArgumentException unmatched
          && !unmatched.getUnmatched().isEmpty()) {
        return unknown(unmatched.getUnmatched(), command);
      }
      return String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong usage");
    }

    private static String unknown(List<String> unmatched, CommandLine command) {
      String first = unmatched.getFirst().replaceFirst("=.*", "");
      if (first.startsWith("-")) {
        Collection<String> options = command.getCommandSpec().optionsMap().keySet();
        return "unknown option " + first + DidYouMean.question(first, options);
      }
      return command.getSubcommands().isEmpty()
          ? "unexpected argument " + first
          : "unknown command "
              + first
              + DidYouMean.question(first, command.getSubcommands().keySet());
    }

    private static String help(CommandLine command) {
      return command.getParent() == null
          ? "`pagemark help` lists the commands"
          : "`pagemark help %s` lists the options".formatted(command.getCommandName());
    }
  }

  /// Prints what went wrong and ends the command with exit code 1. A failure that the command
  /// expects is one line: the message of its exception. Any other exception is a bug, and its stack
  /// trace is printed.
  static final class FailureHandler implements IExecutionExceptionHandler {
    private static final Set<Class<? extends Exception>> FORESEEN =
        Set.of(
            CommandException.class,
            AuditException.class,
            DeployedStack.AwsException.class,
            RebuildException.class,
            RebuildHeldException.class,
            RebuildLostException.class,
            StackException.class,
            LoadException.class,
            InvalidListingsException.class,
            ServerStartException.class,
            IndexException.NotReady.class,
            IndexException.Unavailable.class);

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
      PrintWriter err = command.getErr();
      if (e instanceof SdkException failure) {
        err.println("pagemark: " + TableQuestions.AwsFailure.told(failure));
      } else if (FORESEEN.stream().anyMatch(foreseen -> foreseen.isInstance(e))) {
        err.println("pagemark: " + e.getMessage());
      } else {
        err.println("pagemark: this is a bug of the command");
        e.printStackTrace(err);
      }
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /// The version of the jar and the commit that it was built from, for `--version`. The build
  /// writes the commit; the file is empty if it ran without git.
  static final class Version implements IVersionProvider {
    private static final String COMMIT = "commit";

    @Override
    public String[] getVersion() {
      String built = Pagemark.class.getPackage().getImplementationVersion();
      return new String[] {
        "pagemark %s (%s)"
            .formatted(Objects.requireNonNullElse(built, "not from its jar"), told(commit()))
      };
    }

    private static String told(String commit) {
      return commit.isEmpty() ? "commit unknown: built without git" : "commit " + commit;
    }

    private static String commit() {
      try (InputStream file = Version.class.getResourceAsStream(COMMIT)) {
        return file == null ? "" : new String(file.readAllBytes(), UTF_8).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// `pagemark completion`: prints what bash and zsh need to complete commands and options.
  @Command(
      name = "completion",
      header = "Prints a completion script for bash and zsh.",
      description = "To use it: source <(pagemark completion)")
  static final class CompletionCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      spec.commandLine().getOut().print(AutoComplete.bash("pagemark", spec.root().commandLine()));
      spec.commandLine().getOut().flush();
    }
  }
}
