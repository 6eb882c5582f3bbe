package pagemark.local.pump;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something of the stream failed, and is tried again until it succeeds.
///
/// @param since when it failed first
/// @param reason why it failed last, in one line
public record Waiting(Instant since, String reason) {
  /// @param before what waited already; null if nothing did
  static Waiting after(@Nullable Waiting before, Instant now, String reason) {
    return new Waiting(before == null ? now : before.since, reason);
  }

  /// In one line.
  static String reason(RuntimeException e) {
    return e.toString().lines().findFirst().orElse("");
  }
}
