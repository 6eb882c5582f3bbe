package pagemark.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rebuild of a listing, as it stands.
///
/// @param owner who may go on with it while the lease lasts
/// @param leaseUntil when anybody may take it over
/// @param workedAt when an owner last worked on the plan; to take it over is no work
/// @param plan what is built; null before anything was begun
public record RebuildJob(
    String listing, String owner, Instant leaseUntil, Instant workedAt, @Nullable Plan plan) {
  /// One generation to be built. Another plan is another scan: positions of one are none of the
  /// other.
  ///
  /// @param generation its id
  /// @param nonce names the build in the slots' markers
  /// @param segments into how many parts the table is cut, each read by itself
  /// @param began when the rebuild began, by the store's clock
  /// @param round 1, and one more each time that a part of the store was lost and all began anew
  /// @param by the owner who began it
  /// @param marked whether every slot was marked, so that nobody marks one any more
  public record Plan(
      String generation,
      String nonce,
      int segments,
      Instant began,
      int round,
      String by,
      boolean marked) {}

  /// Whether nobody has worked on the plan for so long that nobody may go on with it.
  public boolean isLeft(Lease lease) {
    return plan != null && workedAt.isBefore(lease.workedSince());
  }
}
