package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexException;
import pagemark.state.rebuild.RebuildLostException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import software.amazon.awssdk.core.exception.SdkClientException;

final class FailureHandlerTest {
  private static String told(Exception failure) {
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(CommandSpec.create()).setErr(new PrintWriter(err, true));
    CommandLine.ParseResult none = command.parseArgs();
    assertEquals(1, new Pagemark.FailureHandler().handleExecutionException(failure, command, none));
    return err.toString();
  }

  @Test
  void expectedFailuresAreReportedInOneLine() {
    assertEquals(
        "pagemark: the password is wrong\n",
        told(new IndexException.Refused("the password is wrong", null)));
    assertEquals("pagemark: no answer\n", told(new IndexException.Unavailable("no answer", null)));
    assertEquals(1, told(new RebuildLostException("notes")).lines().count());
    assertEquals(
        "pagemark: DynamoDB cannot be used: connection refused\n",
        told(SdkClientException.create("connection refused\n\tsecond line")));
  }

  @Test
  void unexpectedFailuresAreReportedAsBugs() {
    String told = told(new IllegalStateException("broken"));
    assertTrue(told.startsWith("pagemark: this is a bug of the command\n"), told);
    assertTrue(told.contains("IllegalStateException: broken"), told);
  }
}
