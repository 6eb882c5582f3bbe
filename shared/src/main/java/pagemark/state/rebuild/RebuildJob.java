package pagemark.state.rebuild;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The state of a listing's rebuild.
///
/// @param owner may continue the rebuild until the lease ends
/// @param leaseUntil when the lease ends and another owner may take over
/// @param workedAt when an owner last worked on the plan; taking over is not work
/// @param plan what is built; null before anything was begun
public record RebuildJob(
    String listing, String owner, Instant leaseUntil, Instant workedAt, @Nullable Plan plan) {
  /// The build of one generation. Positions of one plan mean nothing in another.
  ///
  /// @param generation its id
  /// @param nonce names the build in the slots' markers
  /// @param segments the number of parts into which the table is divided; each is read separately
  /// @param began when the rebuild began, by the store's clock
  /// @param round 1 at first, and one more each time the rebuild starts over because a part of the
  ///   store was lost
  /// @param by the owner who began it
  /// @param marked whether every slot was marked; then nobody marks a slot again
  public record Plan(
      String generation,
      String nonce,
      int segments,
      Instant began,
      int round,
      String by,
      boolean marked) {}

  /// Whether the plan is abandoned: nobody has worked on it for so long that nobody may continue
  /// it.
  public boolean isLeft(Lease lease) {
    return plan != null && workedAt.isBefore(lease.workedSince());
  }
}
