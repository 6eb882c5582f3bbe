package pagemark.state.rebuild;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;
import pagemark.state.Generation.State;
import pagemark.state.Generations;
import pagemark.state.RebuildHeldException;
import pagemark.state.StateStore;
import pagemark.state.StateStore.Change;
import pagemark.state.StateStore.Next;
import pagemark.state.StateStore.Range;
import pagemark.state.rebuild.RebuildJob.Lease;

/// The rebuilds that are under way. A listing has at most one, and that has one owner. Everything
/// survives a crash of the owner at any moment.
///
/// Several processes may believe that they own a rebuild: one of them was suspended while its lease
/// ended. So every change of the job and of generations is one transaction, which fails if the job
/// has changed since it was read. An owner that was suspended, and continues at any line of its
/// code, cannot change what belongs to the next owner. It may set back a segment's position, or
/// begin a merge again: then work is done twice.
///
/// Cost: a read and an update for each renewed lease, a write for each note of a segment, and a
/// transaction for each step that changes generations. The items of segments expire after 14 days,
/// if nobody ends the rebuild.
@FunctionalInterface
public interface Rebuilds {
  Generations state();

  static Rebuilds of(Generations state) {
    return () -> state;
  }

  /// Makes the lease's owner the owner of the rebuild. That is possible if there is no owner, if
  /// the last owner's lease has ended, or if it is the owner already.
  ///
  /// @return the job that the last owner left
  /// @throws RebuildHeldException if another owner's lease has not ended
  default RebuildJob acquire(Lease lease) {
    return change(
        lease,
        held -> {
          if (held == null) {
            return RebuildJob.of(lease, Instant.EPOCH, null);
          }
          if (!held.owner().equals(lease.owner()) && !held.leaseUntil().isBefore(lease.now())) {
            throw new RebuildHeldException(lease.listing(), held.leaseUntil());
          }
          return RebuildJob.of(lease, held.workedAt(), held.plan());
        });
  }

  /// Whether a rebuild is begun, and nobody has worked on it since then.
  default boolean isLeft(String listing, Instant since) {
    return state()
        .get(RebuildJob.class, RebuildJob.key(listing))
        .filter(job -> job.plan() != null && job.workedAt().isBefore(since))
        .isPresent();
  }

  private RebuildJob change(Lease lease, Next<RebuildJob> next) {
    return requireNonNull(state().change(RebuildJob.class, RebuildJob.key(lease.listing()), next));
  }

  /// Registers a generation, makes `plan` the current plan, and retires all other generations that
  /// are building, atomically.
  ///
  /// @param replaced the plan that is given up; null if there is none
  /// @throws RebuildLostException if the job has another owner or another plan now
  /// @throws IllegalStateException if the generation's id exists already
  default void begin(
      Lease lease,
      RebuildJob.@Nullable Plan replaced,
      RebuildJob.Plan plan,
      Generation generation) {
    transact(
        lease,
        job -> {
          require(owned(lease, job), replaced);
          return RebuildJob.of(lease, lease.now(), plan);
        },
        live -> {
          List<Change> changes = new ArrayList<>(List.of(new Change(null, generation)));
          live.stream()
              .filter(other -> other.state() == State.BUILDING)
              .forEach(other -> changes.add(new Change(other, other.in(State.RETIRED))));
          return changes;
        });
  }

  /// Changes the job and generations in one transaction. Reads both again and retries if they
  /// change meanwhile.
  private void transact(
      Lease lease, Next<RebuildJob> next, Function<List<Generation>, List<Change>> changes) {
    for (int tries = 0; tries < StateStore.TRIES_MAX; tries++) {
      RebuildJob job = state().get(RebuildJob.class, RebuildJob.key(lease.listing())).orElse(null);
      List<Change> all = new ArrayList<>();
      all.add(new Change(job, requireNonNull(next.after(job))));
      all.addAll(changes.apply(state().live(lease.listing())));
      if (state().transact(all)) {
        return;
      }
    }
    throw new IllegalStateException(
        "the generations of %s changed %d times while one was changed"
            .formatted(lease.listing(), StateStore.TRIES_MAX));
  }

  private static RebuildJob owned(Lease lease, @Nullable RebuildJob job) {
    if (job == null || !job.owner().equals(lease.owner())) {
      throw new RebuildLostException(lease.listing());
    }
    return job;
  }

  private static RebuildJob require(RebuildJob job, RebuildJob.@Nullable Plan plan) {
    if (!job.isOf(plan)) {
      throw new RebuildLostException(job.listing());
    }
    return job;
  }

  private static RebuildJob renewed(Lease lease, @Nullable RebuildJob job) {
    RebuildJob owned = owned(lease, job);
    if (owned.isLeft(lease)) {
      throw RebuildLostException.left(lease.listing(), owned.workedAt());
    }
    return RebuildJob.of(lease, lease.now(), owned.plan());
  }

  /// Notes that every slot is marked, and extends the lease.
  ///
  /// @return the job after that
  /// @throws RebuildLostException as [#renew] does, and if another plan is current
  default RebuildJob marked(Lease lease, RebuildJob.Plan plan) {
    return change(
        lease,
        job -> {
          require(renewed(lease, job), plan);
          return RebuildJob.of(lease, lease.now(), plan.withSlotsMarked());
        });
  }

  /// Extends the lease, and notes that its owner works on the plan.
  ///
  /// @return the job after that
  /// @throws RebuildLostException if the job has another owner, or none, or is abandoned
  default RebuildJob renew(Lease lease) {
    return change(lease, job -> renewed(lease, job));
  }

  /// Makes the plan's generation the serving one and retires the one that served before,
  /// atomically.
  ///
  /// @throws RebuildLostException as [#renew] does, and if another plan is current
  /// @throws IllegalStateException if it is not a live generation
  default void serve(Lease lease, RebuildJob.Plan plan) {
    transact(
        lease,
        job -> require(renewed(lease, job), plan),
        live -> Generations.serving(live, lease.listing(), plan.generation()));
  }

  /// Retires all generations of the listing, atomically: it has no index any more.
  ///
  /// @throws RebuildLostException as [#renew] does
  default void retire(Lease lease) {
    transact(
        lease,
        job -> renewed(lease, job),
        live -> live.stream().map(each -> new Change(each, each.in(State.RETIRED))).toList());
  }

  /// Saves how far a segment was applied.
  ///
  /// @param segment its number, from 0
  default void save(String listing, RebuildJob.Plan plan, int segment, SegmentProgress progress) {
    state().put(SegmentProgress.Kept.of(listing, plan, segment, progress));
  }

  /// How far each segment of the plan was applied, ordered by number.
  default List<SegmentProgress> progress(String listing, RebuildJob.Plan plan) {
    SegmentProgress[] progress = new SegmentProgress[plan.segments()];
    Arrays.fill(progress, SegmentProgress.START);
    segments(listing, plan).forEach(segment -> progress[segment.number()] = segment.progress());
    return List.of(progress);
  }

  private List<SegmentProgress.Kept> segments(String listing, RebuildJob.Plan plan) {
    Range range = Range.of(RebuildJob.partition(listing), SegmentProgress.Kept.prefix(plan));
    return state().list(SegmentProgress.Kept.class, range).toList();
  }

  /// The merge that is under way; empty if none is.
  default Optional<MergePlan> merging(String listing, RebuildJob.Plan plan) {
    return merge(listing, plan).map(MergePlan.Kept::plan);
  }

  private Optional<MergePlan.Kept> merge(String listing, RebuildJob.Plan plan) {
    return state().get(MergePlan.Kept.class, MergePlan.Kept.key(listing, plan.generation()));
  }

  private Optional<MergePlan.Kept> merge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    return merge(listing, plan).filter(now -> now.plan().id() == merge.id());
  }

  /// Begins a merge. Does nothing if one is under way.
  default void beginMerge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    state().replace(null, new MergePlan.Kept(listing, plan.generation(), plan.keptUntil(), merge));
  }

  /// Gives a merge up. Does nothing if it is not under way.
  default void dropMerge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    merge(listing, plan, merge).ifPresent(now -> state().replace(now, now.givenUp()));
  }

  /// Ends a merge. Does nothing if it is not under way.
  default void endMerge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    merge(listing, plan, merge).ifPresent(state()::delete);
  }

  /// Ends the rebuild: removes its plan, its merge and the progress of its segments. Does nothing
  /// if it has another owner or another plan. A crash can leave items behind. Nobody reads them,
  /// and they expire.
  default void end(String listing, String owner, RebuildJob.Plan plan) {
    RebuildJob left =
        state()
            .change(
                RebuildJob.class,
                RebuildJob.key(listing),
                job -> job != null && job.owner().equals(owner) && job.isOf(plan) ? null : job);
    if (left == null) {
      segments(listing, plan).forEach(state()::delete);
      merge(listing, plan).ifPresent(state()::delete);
    }
  }
}
