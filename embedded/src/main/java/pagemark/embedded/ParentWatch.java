package pagemark.embedded;

import java.time.Duration;
import java.util.Optional;

/// Ends this JVM when its parent process has died, so that a command that Maven started does not
/// stay behind if Maven is killed.
public final class ParentWatch {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private ParentWatch() {}

  /// Starts the watch and returns at once. Within about a second of the parent's death, `onDeath`
  /// runs and the JVM exits with code 1. Does nothing if no parent is visible.
  public static void exitWhenParentDies(Runnable onDeath) {
    ProcessHandle.current().parent().ifPresent(parent -> watch(parent, onDeath));
  }

  private static void watch(ProcessHandle parent, Runnable onDeath) {
    Thread.ofPlatform()
        .daemon()
        .name("parent-watch")
        .start(
            () -> {
              awaitDeath(parent);
              try {
                onDeath.run();
              } finally {
                System.exit(1);
              }
            });
  }

  /// Waits until this process has another parent, as an orphan does.
  private static void awaitDeath(ProcessHandle parent) {
    while (ProcessHandle.current().parent().equals(Optional.of(parent))) {
      try {
        Thread.sleep(PERIOD);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
