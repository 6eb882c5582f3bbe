package pagemark.local.pump;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A failure of the stream that is retried until it succeeds.
///
/// @param since when it failed first
/// @param reason why it failed last, in one line
public record Waiting(Instant since, String reason) {
  /// @param before the failure so far; null if there was none
  static Waiting after(@Nullable Waiting before, Instant now, String reason) {
    return new Waiting(before == null ? now : before.since, reason);
  }

  /// The failure in one line.
  static String reason(RuntimeException e) {
    return e.toString().lines().findFirst().orElse("");
  }
}
