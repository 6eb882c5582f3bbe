package pagemark.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.OptionalLong;
import pagemark.check.Shown;
import pagemark.rebuild.RebuildListener;
import pagemark.state.rebuild.RebuildCounts;

/// Shows progress on standard error: on a terminal as a bar that is overwritten, five times a
/// second at most; else as a line every ten seconds at most.
final class ProgressLine {
  private static final int BAR_CELLS = 30;
  private static final Duration BAR_EVERY = Duration.ofMillis(200);
  private static final Duration LINE_EVERY = Duration.ofSeconds(10);

  private final PrintWriter err;
  private final boolean terminal;
  private final InstantSource clock;
  private final Instant began;
  private Instant shownAt;
  private int shown;

  ProgressLine(PrintWriter err, boolean terminal, InstantSource clock) {
    this.err = err;
    this.terminal = terminal;
    this.clock = clock;
    this.began = clock.instant();
    this.shownAt = began;
  }

  static ProgressLine on(PrintWriter err) {
    return new ProgressLine(err, isTerminal(), InstantSource.system());
  }

  /// Whether standard input and output are a terminal. In JDK 25 the console is null if they are
  /// not; Error Prone warns because of JDK 22 to 24.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /// Whether it is time to show something.
  synchronized boolean isDue() {
    return !clock.instant().isBefore(shownAt.plus(terminal ? BAR_EVERY : LINE_EVERY));
  }

  /// @param percent how full the bar is
  /// @param beside the text beside the bar
  /// @param line the text to print instead if there is no terminal
  void show(long percent, String beside, String line) {
    int full = (int) (percent * BAR_CELLS / 100);
    String bar = "#".repeat(full) + " ".repeat(BAR_CELLS - full);
    show("[%s] %3d %%  %s".formatted(bar, percent, beside), line);
  }

  /// Shows a text without a bar, for progress whose end is not known.
  void show(String line) {
    show(line, line);
  }

  private synchronized void show(String onTerminal, String line) {
    shownAt = clock.instant();
    if (terminal) {
      err.print("\r" + onTerminal + " ".repeat(Math.max(0, shown - onTerminal.length())));
      shown = onTerminal.length();
    } else {
      err.println(line);
    }
    err.flush();
  }

  /// Prints a line that stays.
  synchronized void say(String line) {
    wipe();
    err.println(line);
    err.flush();
  }

  synchronized void wipe() {
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      shown = 0;
    }
    err.flush();
  }

  double seconds() {
    return Duration.between(began, clock.instant()).toMillis() / 1000.0;
  }

  /// Reports the progress of a rebuild, with its rate and the time that is left, estimated from the
  /// table's item count.
  static final class RebuildReport implements RebuildListener {
    private final ProgressLine progress;
    private final long itemsAbout;
    private long items;
    private long itemsBefore;
    private int waitingFor;
    private String behind = "";

    /// @param itemsAbout the approximate number of the table's items
    RebuildReport(ProgressLine progress, long itemsAbout) {
      this.progress = progress;
      this.itemsAbout = itemsAbout;
    }

    @Override
    public synchronized void gaveUp(String why) {
      progress.say("Starting over instead of continuing an earlier run: " + why);
    }

    @Override
    public synchronized void resumed(RebuildCounts before) {
      items = before.items();
      itemsBefore = items;
      progress.say("Continuing a rebuild that had read " + Shown.count(before.items(), "item"));
    }

    /// Says so once a minute that the consumer comes closer.
    @Override
    public synchronized void waitingFor(OptionalLong lagMillis) {
      String now =
          lagMillis.isEmpty()
              ? "Waiting for the first note of the stream's consumer, 10 minutes at most"
              : "Waiting until the stream's consumer, which is %d min behind, is less than one behind"
                  .formatted(Duration.ofMillis(lagMillis.getAsLong()).toMinutes());
      if (!now.equals(behind)) {
        progress.say(now);
      }
      behind = now;
    }

    @Override
    public synchronized void waitingFor(int writers) {
      if (writers != waitingFor) {
        progress.say(
            "Waiting for %d running %s to notice the rebuild (at most 5 minutes)"
                .formatted(writers, writers == 1 ? "function" : "functions"));
      }
      waitingFor = writers;
    }

    @Override
    public synchronized void beganAnew(int round) {
      items = 0;
      itemsBefore = 0;
      progress.say("The index has lost a part of what was built; starting over, try " + round);
    }

    @Override
    public synchronized void moved(RebuildCounts more) {
      items += more.items();
      if (progress.isDue()) {
        long percent = itemsAbout == 0 ? 99 : Math.min(99, 100 * items / itemsAbout);
        String text =
            String.format(
                Locale.ROOT,
                "%s, %,.0f a second%s",
                Shown.count(items, "item"),
                rate(),
                remaining());
        progress.show(percent, text, "%s (about %d %%)".formatted(text, percent));
      }
    }

    private double rate() {
      return (items - itemsBefore) / Math.max(0.001, progress.seconds());
    }

    private String remaining() {
      if (items >= itemsAbout || items == itemsBefore) {
        return "";
      }
      Duration left = Duration.ofSeconds((long) ((itemsAbout - items) / rate()));
      return left.toMinutes() > 0
          ? ", about %d min left".formatted(left.toMinutes() + 1)
          : ", about %d s left".formatted(left.toSeconds() + 1);
    }
  }
}
