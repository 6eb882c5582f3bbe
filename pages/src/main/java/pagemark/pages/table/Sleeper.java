package pagemark.pages.table;

import java.time.Duration;
import pagemark.pages.error.PagesException.Interrupted;

/// Waits for a while. Tests replace it, so that they need not wait.
public interface Sleeper {
  /// Lets the current thread sleep. If it is interrupted, it stays marked as interrupted.
  Sleeper THREAD =
      duration -> {
        try {
          Thread.sleep(duration);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new Interrupted(e);
        }
      };

  /// @throws Interrupted if the thread was interrupted
  void sleep(Duration duration);
}
