package pagemark.tree.request;

import java.time.Duration;

/// Lets time pass between two tries.
@FunctionalInterface
public interface Pause {
  void sleep(Duration duration);
}
