package pagemark.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rebuilds that are under way, at most one for each listing, each with one owner. All of it
/// survives the owner's end at any moment.
///
/// Whatever an owner changes, it changes only as long as it is the owner, in one transaction with
/// the check. So an owner that has slept, and wakes at any line of its own, can change nothing that
/// belongs to the next.
public interface Rebuilds {
  /// Makes the lease's owner the one that rebuilds the listing: if nobody does, if the other's
  /// lease has ended, and if it already is.
  ///
  /// @return what the last owner has left
  /// @throws RebuildHeldException where another's lease goes on
  RebuildJob acquire(Lease lease);

  /// Registers a generation, makes `plan` the one that is worked on, and retires every other
  /// generation that is building, all at once.
  ///
  /// @param replaced the plan that is given up; null where there is none
  /// @throws RebuildLostException where the job has another owner or another plan now
  /// @throws IllegalStateException where the generation's id is taken
  void begin(
      Lease lease, RebuildJob.@Nullable Plan replaced, RebuildJob.Plan plan, Generation generation);

  /// Notes that every slot is marked, and lengthens the lease.
  ///
  /// @return the job as it stands
  /// @throws RebuildLostException as [#renew], and where another plan is worked on
  RebuildJob marked(Lease lease, RebuildJob.Plan plan);

  /// Lengthens the lease, and notes that the plan is worked on.
  ///
  /// @return the job as it stands
  /// @throws RebuildLostException where the job has another owner now, or none, or was left
  RebuildJob renew(Lease lease);

  /// Makes the plan's generation the serving one and retires the one that served before, at once.
  ///
  /// @throws RebuildLostException as [#renew], and where another plan is worked on
  /// @throws IllegalStateException where it is not a live generation
  void serve(Lease lease, RebuildJob.Plan plan);

  /// Keeps how far a segment was applied.
  ///
  /// @param segment its number, from 0
  void save(String listing, RebuildJob.Plan plan, int segment, SegmentPosition position);

  /// How far each segment of the plan was applied, in order.
  List<SegmentPosition> positions(String listing, RebuildJob.Plan plan);

  /// The rebuild is over: its plan and positions are forgotten. Nothing where it has another owner
  /// or another plan.
  void end(String listing, String owner, RebuildJob.Plan plan);
}
