package pagemark.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import pagemark.load.LoadCount;
import pagemark.load.LoadListener;

/// Tells how a load goes: a bar on a terminal, else a line now and then, and a line for each of the
/// first lines that failed.
final class LoadReport implements LoadListener {
  private static final int FAILURES_MAX = 100;
  private static final int BAR_CELLS = 30;
  private static final Duration BAR_EVERY = Duration.ofMillis(200);
  private static final Duration LINE_EVERY = Duration.ofSeconds(10);

  private final PrintWriter err;
  private final boolean terminal;
  private final InstantSource clock;
  private final Instant began;
  private Instant shownAt;
  private long failures;
  private boolean barShown;

  LoadReport(PrintWriter err, boolean terminal, InstantSource clock) {
    this.err = err;
    this.terminal = terminal;
    this.clock = clock;
    this.began = clock.instant();
    this.shownAt = began;
  }

  @Override
  public void failed(long line, String reason) {
    failures++;
    if (failures <= FAILURES_MAX) {
      wipeBar();
      err.printf("line %d: %s%n", line, reason);
    }
    err.flush();
  }

  @Override
  public void moved(LoadCount count) {
    Instant now = clock.instant();
    if (now.isBefore(shownAt.plus(terminal ? BAR_EVERY : LINE_EVERY))) {
      return;
    }
    shownAt = now;
    if (terminal) {
      err.print("\r" + bar(count));
      barShown = true;
    } else {
      err.printf("%,d items, %d %% of the file%n", count.loaded(), percent(count));
    }
    err.flush();
  }

  /// Nothing more comes.
  void end() {
    wipeBar();
    if (failures > FAILURES_MAX) {
      err.printf("... and %,d more lines failed%n", failures - FAILURES_MAX);
    }
    err.flush();
  }

  double seconds() {
    return Duration.between(began, clock.instant()).toMillis() / 1000.0;
  }

  private static String bar(LoadCount count) {
    int full = (int) (percent(count) * BAR_CELLS / 100);
    return "[%s%s] %3d %%  %,d items"
        .formatted("#".repeat(full), " ".repeat(BAR_CELLS - full), percent(count), count.loaded());
  }

  private static long percent(LoadCount count) {
    return count.bytes() == 0 ? 100 : Math.min(100, 100 * count.bytesRead() / count.bytes());
  }

  private void wipeBar() {
    if (barShown) {
      err.print("\r" + " ".repeat(BAR_CELLS + 40) + "\r");
      barShown = false;
    }
  }
}
