package pagemark.state.rebuild;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;

/// The rebuilds that are under way. A listing has at most one, and that has one owner. Everything
/// survives a crash of the owner at any moment.
///
/// Every change of the job and of generations is in one transaction with a check that the caller
/// still owns the rebuild. So an owner that was suspended, and continues at any line of its code,
/// cannot change what belongs to the next owner. It may set back a segment's position, or begin a
/// merge again: then work is done twice.
public interface Rebuilds {
  /// Makes the lease's owner the owner of the rebuild. That is possible if there is no owner, if
  /// the last owner's lease has ended, or if it is the owner already.
  ///
  /// @return the job that the last owner left
  /// @throws RebuildHeldException if another owner's lease has not ended
  RebuildJob acquire(Lease lease);

  /// Registers a generation, makes `plan` the current plan, and retires all other generations that
  /// are building, atomically.
  ///
  /// @param replaced the plan that is given up; null if there is none
  /// @throws RebuildLostException if the job has another owner or another plan now
  /// @throws IllegalStateException if the generation's id exists already
  void begin(
      Lease lease, RebuildJob.@Nullable Plan replaced, RebuildJob.Plan plan, Generation generation);

  /// Notes that every slot is marked, and extends the lease.
  ///
  /// @return the job after that
  /// @throws RebuildLostException as [#renew] does, and if another plan is current
  RebuildJob marked(Lease lease, RebuildJob.Plan plan);

  /// Extends the lease, and notes that its owner works on the plan.
  ///
  /// @return the job after that
  /// @throws RebuildLostException if the job has another owner, or none, or is abandoned
  RebuildJob renew(Lease lease);

  /// Makes the plan's generation the serving one and retires the one that served before,
  /// atomically.
  ///
  /// @throws RebuildLostException as [#renew] does, and if another plan is current
  /// @throws IllegalStateException if it is not a live generation
  void serve(Lease lease, RebuildJob.Plan plan);

  /// Retires all generations of the listing, atomically: it has no index any more.
  ///
  /// @throws RebuildLostException as [#renew] does
  void retire(Lease lease);

  /// Saves how far a segment was applied.
  ///
  /// @param segment its number, from 0
  void save(String listing, RebuildJob.Plan plan, int segment, SegmentProgress progress);

  /// How far each segment of the plan was applied, ordered by number.
  List<SegmentProgress> progress(String listing, RebuildJob.Plan plan);

  /// The merge that is under way; empty if none is.
  Optional<MergePlan> merging(String listing, RebuildJob.Plan plan);

  /// Begins a merge. Does nothing if one is under way.
  void beginMerge(String listing, RebuildJob.Plan plan, MergePlan merge);

  /// Gives a merge up. Does nothing if it is not under way.
  void dropMerge(String listing, RebuildJob.Plan plan, MergePlan merge);

  /// Ends a merge. Does nothing if it is not under way.
  void endMerge(String listing, RebuildJob.Plan plan, MergePlan merge);

  /// Ends the rebuild: removes its plan, its merge and the progress of its segments. Does nothing
  /// if it has another owner or another plan.
  void end(String listing, String owner, RebuildJob.Plan plan);
}
