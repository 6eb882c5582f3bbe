package pagemark.redis;

import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// What not every machine has. A test that wants it is reported as not run where it is missing, and
/// fails where `PAGEMARK_REQUIRE_ALL` is `true`, as in `.ci/run`.
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
