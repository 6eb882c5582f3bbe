package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pagemark.index.Patience;

/// A command that runs beside the test: a process of its own, or a thread of this JVM.
public abstract class RunningCommand implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("^Pagemark is ready: http://localhost:(\\d+)/$", Pattern.MULTILINE);
  private static final Duration START_MAX = Patience.of(Duration.ofMinutes(2));
  static final Duration STOP_MAX = Patience.of(Duration.ofSeconds(30));

  /// What it has printed, standard error too.
  public abstract String output();

  abstract boolean isAlive();

  @Override
  public abstract void close();

  /// The value of the line `name: value` that it printed.
  final String printed(String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ": (\\S+)$").matcher(output());
    assertTrue(line.find(), this::output);
    return line.group(1);
  }

  /// Waits for the ready line.
  ///
  /// @return the port it names
  public final int awaitReady() throws InterruptedException {
    awaitTrue(START_MAX, () -> READY.matcher(output()).find() || !isAlive());
    Matcher ready = READY.matcher(output());
    assertTrue(ready.find(), () -> "not ready: " + output());
    return Integer.parseInt(ready.group(1));
  }

  final void says(String text) {
    assertTrue(output().contains(text), this::output);
  }

  /// Waits until it has printed a text.
  final void awaitOutput(String text) throws InterruptedException {
    awaitTrue(START_MAX, () -> output().contains(text) || !isAlive());
    says(text);
  }

  static void awaitTrue(Duration max, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + max.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "not within " + max);
      Thread.sleep(50);
    }
  }
}
