package pagemark.redis;

import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// Programs that not every machine has. If one is missing, the test that needs it is reported as
/// not run; it fails if `PAGEMARK_REQUIRE_ALL` is `true`, as in `.ci/run`.
public final class Wanted {
  private Wanted() {}

  public static <T> T on(Optional<T> found, String name) {
    if (found.isEmpty() && "true".equals(System.getenv("PAGEMARK_REQUIRE_ALL"))) {
      throw new AssertionError("this machine must have " + name);
    }
    Assumptions.assumeTrue(found.isPresent(), "NOT RUN: this machine has no " + name);
    return found.orElseThrow();
  }
}
