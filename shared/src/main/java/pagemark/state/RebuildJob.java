package pagemark.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rebuild of a listing, as it stands.
///
/// @param owner who may go on with it while the lease lasts
/// @param leaseUntil when anybody may take it over
/// @param plan what is built; null before anything was begun
public record RebuildJob(String listing, String owner, Instant leaseUntil, @Nullable Plan plan) {
  /// One generation to be built. Another plan is another scan: positions of one are none of the
  /// other.
  ///
  /// @param generation its id
  /// @param nonce names the build in the slots' markers
  /// @param segments into how many parts the table is cut, each read by itself
  /// @param began when the rebuild began
  /// @param round 1, and one more each time that a part of the store was lost and all began anew
  public record Plan(String generation, String nonce, int segments, Instant began, int round) {}

  public RebuildJob with(Plan next) {
    return new RebuildJob(listing, owner, leaseUntil, next);
  }
}
