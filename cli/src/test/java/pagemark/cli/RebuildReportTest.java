package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import pagemark.cli.ProgressLine.RebuildReport;
import pagemark.state.rebuild.RebuildCounts;

final class RebuildReportTest {
  private final StringWriter text = new StringWriter();
  private Instant now = Instant.EPOCH;

  private RebuildReport report(boolean terminal) {
    return new RebuildReport(
        new ProgressLine(new PrintWriter(text), terminal, () -> now), 1_000_000);
  }

  private static RebuildCounts items(long items) {
    return new RebuildCounts(items, items, 0, 0);
  }

  @Test
  void drawsABarWithRateAndRemainingTime() {
    RebuildReport report = report(true);
    now = now.plusSeconds(10);
    report.moved(items(500_000));

    assertEquals(
        "\r[%s%s]  50 %%  500,000 items, 50,000 a second, about 11 s left"
            .formatted("#".repeat(15), " ".repeat(15)),
        text.toString());
  }

  @Test
  void printsALineNowAndThenWithoutATerminal() {
    RebuildReport report = report(false);
    report.moved(items(100));
    now = now.plusSeconds(10);
    report.moved(items(9_900));

    assertEquals("10,000 items, 1,000 a second, about 17 min left (about 1 %)\n", text.toString());
  }

  @Test
  void countsTheRateFromWhereItWasResumed() {
    RebuildReport report = report(false);
    report.resumed(items(900_000));
    now = now.plusSeconds(10);
    report.moved(items(10_000));

    assertEquals(
        """
        Continuing a rebuild that had read 900,000 items
        910,000 items, 1,000 a second, about 2 min left (about 91 %)
        """,
        text.toString());
  }

  @Test
  void reportsRestartsWithTheirReasonAndEachWaitOnce() {
    RebuildReport report = report(true);
    report.gaveUp("a new rebuild was requested");
    report.waitingFor(2);
    report.waitingFor(2);
    report.waitingFor(1);
    report.beganAnew(2);

    assertEquals(
        """
        Starting over instead of continuing an earlier run: a new rebuild was requested
        Waiting for 2 running functions to notice the rebuild (at most 5 minutes)
        Waiting for 1 running function to notice the rebuild (at most 5 minutes)
        The index has lost a part of what was built; starting over, try 2
        """,
        text.toString());
  }
}
