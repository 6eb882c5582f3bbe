package pagemark.cli;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import pagemark.words.DidYouMean;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Prints a wrong option with a suggestion, and how to list the options. The exit code is 2. Only a
/// call without a command prints the whole help.
final class UsageMistake implements IParameterExceptionHandler {
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
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
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
