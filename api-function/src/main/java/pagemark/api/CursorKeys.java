package pagemark.api;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The secrets of cursors: one seals new ones, and another still opens those from before the last
/// rotation.
///
/// @param previous empty where there was no rotation yet, which the variable says as `none`
public record CursorKeys(String current, Optional<String> previous) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{32,128}");

  /// Of a process that gives cursors to nobody but itself.
  public static CursorKeys random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return new CursorKeys(HexFormat.of().formatHex(bytes), Optional.empty());
  }

  /// Those of the environment, CURSOR_KEY and CURSOR_KEY_PREVIOUS.
  ///
  /// @return empty where no key is set
  /// @throws IllegalArgumentException naming the variable that is wrong, and never its value
  static Optional<CursorKeys> of(Map<String, String> environment) {
    Optional<String> current = key(environment, "CURSOR_KEY");
    Optional<String> previous = key(environment, "CURSOR_KEY_PREVIOUS");
    if (previous.isPresent() && current.isEmpty()) {
      throw new IllegalArgumentException(
          "the environment variable CURSOR_KEY_PREVIOUS is set, and CURSOR_KEY is not");
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
          "the environment variable %s is wrong; allowed are 32 to 128 letters, digits, _ and -"
              .formatted(name));
    }
    return Optional.of(value).filter(key -> !key.isEmpty());
  }

  /// Keys are in no log.
  @Override
  public String toString() {
    return "CursorKeys[" + (previous.isPresent() ? "current, previous]" : "current]");
  }
}
