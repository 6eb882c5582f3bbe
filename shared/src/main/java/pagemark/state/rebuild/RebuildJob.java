package pagemark.state.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.state.Document;

/// The state of a listing's rebuild.
///
/// @param owner may continue the rebuild until the lease ends
/// @param leaseUntil when the lease ends and another owner may take over
/// @param workedAt when an owner last worked on the plan; taking over is not work
/// @param plan what is built; null before anything was begun
public record RebuildJob(
    String listing, String owner, Instant leaseUntil, Instant workedAt, @Nullable Plan plan)
    implements Document {
  /// The sort key of a job.
  static final String JOB = "job";

  private static final Duration KEPT = Duration.ofDays(14);

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
      boolean marked) {
    /// When what is kept of it expires, if nobody ends the rebuild.
    Instant keptUntil() {
      return began.plus(KEPT);
    }

    Plan withSlotsMarked() {
      return new Plan(generation, nonce, segments, began, round, by, true);
    }
  }

  static String partition(String listing) {
    return "rebuild#" + listing;
  }

  static Key key(String listing) {
    return new Key(partition(listing), JOB);
  }

  @Override
  public Key documentKey() {
    return key(listing);
  }

  static RebuildJob of(Lease lease, Instant workedAt, @Nullable Plan plan) {
    return new RebuildJob(lease.listing(), lease.owner(), lease.until(), workedAt, plan);
  }

  /// Whether a plan is current.
  boolean isOf(@Nullable Plan other) {
    return Objects.equals(generation(plan), generation(other));
  }

  private static @Nullable String generation(@Nullable Plan plan) {
    return plan == null ? null : plan.generation;
  }

  /// Whether the plan is abandoned: nobody has worked on it for so long that nobody may continue
  /// it.
  public boolean isLeft(Lease lease) {
    return plan != null && workedAt.isBefore(lease.workedSince());
  }

  /// A claim to rebuild a listing.
  ///
  /// @param owner a name that no other owner has; a new process of the same name continues at once
  /// @param now the owner's clock
  /// @param until when the lease ends
  /// @param workedSince a plan on which nobody has worked since then is abandoned: nobody may
  ///   continue it
  public record Lease(
      String listing, String owner, Instant now, Instant until, Instant workedSince) {}
}
