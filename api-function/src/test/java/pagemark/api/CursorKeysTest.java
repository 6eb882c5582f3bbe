package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pagemark.pages.cursor.CursorKeys;

final class CursorKeysTest {
  private static final String NEW = "n".repeat(64);
  private static final String OLD = "0123456789abcdefghijklmnopqrstuvwxyz_-ABC";

  private static Map<String, String> keys(String current, String previous) {
    return Map.of("CURSOR_KEY", current, "CURSOR_KEY_PREVIOUS", previous);
  }

  private static Optional<CursorKeys> cursorKeys(Map<String, String> environment) {
    return new Environment(environment).cursorKeys();
  }

  @Test
  void takesTheKeyBeforeAndAfterItsFirstRotation() {
    assertEquals(
        Optional.of(new CursorKeys(OLD, Optional.empty())), cursorKeys(Map.of("CURSOR_KEY", OLD)));
    assertEquals(Optional.of(new CursorKeys(OLD, Optional.empty())), cursorKeys(keys(OLD, "none")));
    assertEquals(Optional.of(new CursorKeys(NEW, Optional.of(OLD))), cursorKeys(keys(NEW, OLD)));
    assertEquals(Optional.empty(), cursorKeys(Map.of()));
    assertEquals(Optional.empty(), cursorKeys(keys("", "")));
  }

  @Test
  void refusesWrongKeysWithoutRevealingThem() {
    assertRefused("CURSOR_KEY is wrong", keys("short", OLD));
    assertRefused("CURSOR_KEY is wrong", keys(OLD + "+", ""));
    assertRefused("CURSOR_KEY is wrong", keys("n".repeat(129), ""));
    assertRefused("CURSOR_KEY_PREVIOUS is wrong", keys(NEW, "short"));
    assertRefused("CURSOR_KEY_PREVIOUS is set, but CURSOR_KEY is not", keys("", OLD));
    assertRefused("CURSOR_KEY and CURSOR_KEY_PREVIOUS are the same", keys(OLD, OLD));
    assertFalse(new CursorKeys(NEW, Optional.of(OLD)).toString().contains("nn"));
  }

  private static void assertRefused(String message, Map<String, String> environment) {
    String told =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> cursorKeys(environment))
                .getMessage());
    assertTrue(told.contains(message), told);
    assertFalse(told.contains(OLD) || told.contains("short"), told);
  }

  @Test
  void functionWithAWrongKeyDoesNotStart() {
    Map<String, String> environment = new HashMap<>(keys("short", ""));
    environment.putAll(Map.of("STATE_TABLE_NAME", "pagemark-state", "INDEX_URL", "redis://a:1"));
    assertThrows(IllegalArgumentException.class, () -> new Environment(environment).pages());
  }
}
