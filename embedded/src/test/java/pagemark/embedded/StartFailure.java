package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/// A start that must fail, with an error that a reader can use.
final class StartFailure {
  private StartFailure() {}

  static void assertNames(Executable start, String... words) {
    String message = String.valueOf(assertThrows(ServerStartException.class, start).getMessage());
    for (String word : words) {
      assertTrue(message.contains(word), message);
    }
  }
}
