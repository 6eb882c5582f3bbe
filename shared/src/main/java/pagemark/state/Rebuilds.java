package pagemark.state;

import java.time.Instant;
import java.util.List;

/// The rebuilds that are under way, at most one for each listing, each with one owner. All of it
/// survives the owner's end at any moment.
public interface Rebuilds {
  /// Makes `owner` the one that rebuilds `listing`: where nobody does, where the other's lease has
  /// ended, and where it already is.
  ///
  /// @param until the end of the new lease
  /// @return what the last owner has left
  /// @throws RebuildHeldException where another's lease goes on
  RebuildJob acquire(String listing, String owner, Instant now, Instant until);

  /// Keeps the job's plan and lease, in place of what was kept.
  ///
  /// @throws RebuildLostException where the job has another owner now
  void save(RebuildJob job);

  /// Lengthens the lease.
  ///
  /// @return the job as it stands
  /// @throws RebuildLostException where `listing` has another owner now, or none
  RebuildJob renew(String listing, String owner, Instant until);

  /// Keeps how far a segment was applied.
  ///
  /// @param segment its number, from 0
  void save(String listing, RebuildJob.Plan plan, int segment, SegmentPosition position);

  /// How far each segment of the plan was applied, in order.
  List<SegmentPosition> positions(String listing, RebuildJob.Plan plan);

  /// The rebuild is over: its plan and positions are forgotten. Nothing where it has another owner.
  void end(String listing, String owner);
}
