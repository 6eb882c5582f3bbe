package pagemark.benchmark.result;

import org.jspecify.annotations.Nullable;

/// One number that a claim rests on.
///
/// @param id unique in a result, such as `depth.redis.last-to-first`; documents quote it by that
/// @param meaning what the number says
/// @param aim what it should be; null if there is no aim
public record Figure(String id, String meaning, double value, @Nullable Aim aim) {
  /// @param bound the last value that is good enough
  /// @param atMost whether smaller is better
  public record Aim(double bound, boolean atMost) {
    public boolean isMet(double value) {
      return atMost ? value <= bound : value >= bound;
    }
  }

  public static Aim atMost(double bound) {
    return new Aim(bound, true);
  }

  public static Aim atLeast(double bound) {
    return new Aim(bound, false);
  }
}
