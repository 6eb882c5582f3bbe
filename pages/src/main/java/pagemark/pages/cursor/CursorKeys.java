package pagemark.pages.cursor;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// The secrets that cursors are encrypted with. New cursors use the current one. The previous one
/// still opens the cursors from before the last rotation.
///
/// @param current 32 to 128 letters, digits, `_` and `-`
/// @param previous of the same form; empty if there was no rotation yet
public record CursorKeys(String current, Optional<String> previous) {
  /// The valid values of a key, in words.
  public static final String VALID = "32 to 128 letters, digits, _ and -";

  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{32,128}");

  /// @throws IllegalArgumentException if a key is wrong; does not contain it
  public CursorKeys {
    if (!isKey(current) || !previous.stream().allMatch(CursorKeys::isKey)) {
      throw new IllegalArgumentException("a cursor key is wrong; valid values: " + VALID);
    }
  }

  public static boolean isKey(String text) {
    return KEY.matcher(text).matches();
  }

  /// A new random key, for a process whose cursors need not outlive it.
  public static CursorKeys random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return new CursorKeys(HexFormat.of().formatHex(bytes), Optional.empty());
  }

  /// Leaves the keys out, so that no log holds them.
  @Override
  public String toString() {
    return "CursorKeys[" + (previous.isPresent() ? "current, previous]" : "current]");
  }
}
