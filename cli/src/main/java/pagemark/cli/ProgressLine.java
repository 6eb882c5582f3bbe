package pagemark.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

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
}
