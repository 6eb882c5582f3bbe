package pagemark.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// How something goes: a bar on a terminal, which is written over, else a line now and then.
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

  /// Since JDK 25 there is again no console where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /// Whether anything is to be shown now.
  synchronized boolean isDue() {
    return !clock.instant().isBefore(shownAt.plus(terminal ? BAR_EVERY : LINE_EVERY));
  }

  /// @param percent how full the bar is
  /// @param beside what stands at the bar
  /// @param line what stands in place of both where there is no terminal
  void show(long percent, String beside, String line) {
    int full = (int) (percent * BAR_CELLS / 100);
    String bar = "#".repeat(full) + " ".repeat(BAR_CELLS - full);
    show("[%s] %3d %%  %s".formatted(bar, percent, beside), line);
  }

  /// Without a bar, as where nobody knows the end.
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

  /// Prints a line of its own.
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
