package pagemark.cli;

import java.io.PrintWriter;
import java.util.Set;
import pagemark.audit.AuditException;
import pagemark.check.AwsFailure;
import pagemark.cli.option.CommandException;
import pagemark.embedded.ServerStartException;
import pagemark.index.IndexException;
import pagemark.listing.json.InvalidListingsException;
import pagemark.load.LoadException;
import pagemark.local.data.StackException;
import pagemark.rebuild.RebuildException;
import pagemark.stack.AwsException;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildLostException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;
import software.amazon.awssdk.core.exception.SdkException;

/// Prints what went wrong and ends the command with exit code 1. A failure that the command expects
/// is one line: the message of its exception. Any other exception is a bug, and its stack trace is
/// printed.
final class FailureHandler implements IExecutionExceptionHandler {
  private static final Set<Class<? extends Exception>> FORESEEN =
      Set.of(
          CommandException.class,
          AuditException.class,
          AwsException.class,
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
      err.println("pagemark: " + AwsFailure.told(failure));
    } else if (FORESEEN.stream().anyMatch(foreseen -> foreseen.isInstance(e))) {
      err.println("pagemark: " + e.getMessage());
    } else {
      err.println("pagemark: this is a bug of the command");
      e.printStackTrace(err);
    }
    return CommandLine.ExitCode.SOFTWARE;
  }
}
