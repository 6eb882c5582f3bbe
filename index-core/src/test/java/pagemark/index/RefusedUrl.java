package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Checks that a store refuses an index URL.
public final class RefusedUrl {
  private RefusedUrl() {}

  /// Asserts that the refusal has the reason and the valid values, and never a password `hush`.
  public static void check(String url, String reason) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> IndexStores.open(url, IndexSettings.DEFAULT));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(reason), message);
    assertTrue(message.contains("Valid "), message);
    assertFalse(message.contains("hush"), message);
  }
}
