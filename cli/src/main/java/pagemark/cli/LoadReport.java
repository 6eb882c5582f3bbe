package pagemark.cli;

import java.io.PrintWriter;
import java.time.InstantSource;
import pagemark.check.Shown;
import pagemark.load.LoadCount;
import pagemark.load.LoadListener;

/// Reports the progress of a load: as a bar on a terminal, else as a line every ten seconds. Prints
/// a line for each of the first 100 lines that failed.
final class LoadReport implements LoadListener {
  private static final int FAILURES_MAX = 100;

  private final ProgressLine progress;
  private long failures;

  LoadReport(PrintWriter err, boolean terminal, InstantSource clock) {
    this.progress = new ProgressLine(err, terminal, clock);
  }

  @Override
  public void failed(long line, String reason) {
    failures++;
    if (failures <= FAILURES_MAX) {
      progress.say("line %d: %s".formatted(line, reason));
    }
  }

  @Override
  public void moved(LoadCount count) {
    if (progress.isDue()) {
      progress.show(
          percent(count),
          Shown.count(count.loaded(), "item"),
          "%s, %d %% of the file".formatted(Shown.count(count.loaded(), "item"), percent(count)));
    }
  }

  /// Ends the report: removes the bar, and counts the failures that were not printed.
  void end() {
    progress.wipe();
    if (failures > FAILURES_MAX) {
      progress.say("... and %,d more lines failed".formatted(failures - FAILURES_MAX));
    }
  }

  double seconds() {
    return progress.seconds();
  }

  private static long percent(LoadCount count) {
    return count.bytes() == 0 ? 100 : Math.min(100, 100 * count.bytesRead() / count.bytes());
  }
}
