package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import pagemark.load.Loader;

final class LoadReportTest {
  private final StringWriter text = new StringWriter();
  private Instant now = Instant.EPOCH;

  @Test
  void printsTheFirstHundredFailedLinesAndCountsTheOthers() {
    LoadCommand.Report report = report(false);

    for (int line = 1; line <= 120; line++) {
      report.failed(line, "is not JSON");
    }
    report.end();

    assertTrue(text.toString().contains("line 100: is not JSON\n... and 20 more lines failed\n"));
    assertFalse(text.toString().contains("line 101:"));
  }

  @Test
  void wipesTheBarBeforeALineAndAtTheEnd() {
    LoadCommand.Report report = report(true);
    now = now.plusSeconds(1);
    report.moved(new Loader.Count(1, 0, 100, 100));

    report.failed(7, "is not JSON");
    report.end();

    assertTrue(text.toString().endsWith(" \rline 7: is not JSON\n"), text.toString());
  }

  @Test
  void anEmptyFileIsReadToItsEnd() {
    LoadCommand.Report report = report(true);

    now = now.plusSeconds(1);
    report.moved(new Loader.Count(0, 0, 0, 0));

    assertTrue(text.toString().endsWith("] 100 %  0 items"), text.toString());
  }

  private LoadCommand.Report report(boolean terminal) {
    return new LoadCommand.Report(new PrintWriter(text), terminal, () -> now);
  }
}
