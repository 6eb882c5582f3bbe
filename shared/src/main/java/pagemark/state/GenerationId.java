package pagemark.state;

import java.security.SecureRandom;
import java.time.Instant;

/// Makes generation ids: seconds since 1970 and 20 random bits, in base 36. They sort by age and do
/// not repeat, even if `pagemark-state` is lost and an old index is not.
public final class GenerationId {
  private GenerationId() {}

  /// A new id, 10 characters of `[0-9a-z]`.
  public static String next(Instant now) {
    String random = Integer.toString(new SecureRandom().nextInt(1 << 20), 36);
    return Long.toString(now.getEpochSecond(), 36) + "0".repeat(4 - random.length()) + random;
  }

  /// When the id was made, to the second. 1970 if the text is not such an id.
  public static Instant madeAt(String id) {
    return id.matches("[0-9a-z]{10}")
        ? Instant.ofEpochSecond(Long.parseLong(id.substring(0, 6), 36))
        : Instant.EPOCH;
  }
}
