package pagemark.embedded;

import java.time.Duration;
import java.util.Optional;

/// Ends this JVM after its parent process, so that a command started by Maven does not stay behind
/// when Maven is killed.
public final class ParentWatch {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private ParentWatch() {}

  /// Returns at once. When the process that is the parent now has died, within about a second,
  /// `onDeath` runs and the JVM exits with code 1. Without a visible parent nothing happens.
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

  /// An orphan gets another parent.
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
