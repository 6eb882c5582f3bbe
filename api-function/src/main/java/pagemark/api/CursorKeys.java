package pagemark.api;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The secrets that cursors are encrypted with. New cursors use the current one. The previous one
/// still opens the cursors from before the last rotation.
///
/// @param previous empty if there was no rotation yet; the variable is then unset or `none`
public record CursorKeys(String current, Optional<String> previous) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{32,128}");

  /// A new random key, for a process whose cursors need not outlive it.
  public static CursorKeys random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return new CursorKeys(HexFormat.of().formatHex(bytes), Optional.empty());
  }

  /// Reads `CURSOR_KEY` and `CURSOR_KEY_PREVIOUS` from the environment.
  ///
  /// @return empty if no key is set
  /// @throws IllegalArgumentException if a variable is wrong; names it, and never its value
  static Optional<CursorKeys> of(Map<String, String> environment) {
    Optional<String> current = key(environment, "CURSOR_KEY");
    Optional<String> previous = key(environment, "CURSOR_KEY_PREVIOUS");
    if (previous.isPresent() && current.isEmpty()) {
      throw new IllegalArgumentException(
          "the environment variable CURSOR_KEY_PREVIOUS is set, but CURSOR_KEY is not");
    }
    if (previous.isPresent() && previous.equals(current)) {
      throw new IllegalArgumentException(
          "the environment variables CURSOR_KEY and CURSOR_KEY_PREVIOUS are the same");
    }
    return current.map(key -> new CursorKeys(key, previous));
  }

  private static Optional<String> key(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "").replaceFirst("^none$", "");
    if (!value.isEmpty() && !KEY.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "the environment variable %s is wrong; valid values: 32 to 128 letters, digits, _ and -"
              .formatted(name));
    }
    return Optional.of(value).filter(key -> !key.isEmpty());
  }

  /// Leaves the keys out, so that no log holds them.
  @Override
  public String toString() {
    return "CursorKeys[" + (previous.isPresent() ? "current, previous]" : "current]");
  }
}
