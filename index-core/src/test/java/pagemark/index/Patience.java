package pagemark.index;

import java.time.Duration;

/// How long tests wait for other processes. `PAGEMARK_PATIENCE=5` waits five times as long, on a
/// machine that is busy or slow; the default is 1, valid values are 1 to 100.
public final class Patience {
  private static final int FACTOR = factor(System.getenv().getOrDefault("PAGEMARK_PATIENCE", "1"));

  private Patience() {}

  /// A bound of a wait.
  public static Duration of(Duration usual) {
    return usual.multipliedBy(FACTOR);
  }

  private static int factor(String text) {
    if (!text.matches("[1-9][0-9]?|100")) {
      throw new IllegalArgumentException(
          "PAGEMARK_PATIENCE is '%s'. Valid: a whole number from 1 to 100".formatted(text));
    }
    return Integer.parseInt(text);
  }
}
