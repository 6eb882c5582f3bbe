package pagemark.state.rebuild;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;
import pagemark.state.Generation.State;
import pagemark.state.Generations;
import pagemark.state.RebuildHeldException;
import pagemark.state.StateStore.Change;
import pagemark.state.StateStore.Next;
import pagemark.state.StateStore.Range;
import pagemark.state.Work;
import pagemark.state.Work.Lease;
import pagemark.state.Work.Part;

/// The rebuilds that are under way. A listing has at most one, and that has one owner. Everything
/// survives a crash of the owner at any moment.
///
/// Several processes may believe that they own a rebuild: one of them was suspended while its lease
/// ended. So every change of the work and of generations is one transaction, which fails if the
/// work has changed since it was read. An owner that was suspended, and continues at any line of
/// its code, cannot change what belongs to the next owner. It may set back a segment's position, or
/// begin a merge again: then work is done twice.
///
/// Cost: a read and an update for each renewed lease, a write for each note of a segment, and a
/// transaction for each step that changes generations. The items of segments expire after 14 days,
/// if nobody ends the rebuild.
@FunctionalInterface
public interface Rebuilds {
  Generations state();

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
  record Plan(
      String listing,
      String generation,
      String nonce,
      int segments,
      Instant began,
      int round,
      String by,
      boolean marked) {
    Plan withSlotsMarked() {
      return new Plan(listing, generation, nonce, segments, began, round, by, true);
    }

    private Part part(String name, Record progress) {
      return Part.of(work(listing), name, began, progress);
    }

    private String segment() {
      return "segment#" + generation + "#";
    }

    private String merge() {
      return "merge#" + generation;
    }
  }

  private static String work(String listing) {
    return "rebuild#" + listing;
  }

  static Rebuilds of(Generations state) {
    return () -> state;
  }

  /// Makes the lease's owner the owner of the rebuild. That is possible if there is no owner, if
  /// the last owner's lease has ended, or if it is the owner already. A lease that ends much later
  /// than leases last is by a clock that was wrong, and counts as ended.
  ///
  /// @return the work that the last owner left
  /// @throws RebuildHeldException if another owner's lease has not ended
  default Work acquire(Lease lease) {
    return change(
        lease,
        held -> {
          if (held != null && !lease.isFree(held)) {
            throw new RebuildHeldException(lease.listing(), held.leaseUntil());
          }
          return lease.taking(work(lease.listing()), held);
        });
  }

  /// Whether a rebuild is begun, and nobody has worked on it since then.
  default boolean isLeft(String listing, Instant since) {
    return held(listing).filter(held -> held.isLeft(since)).isPresent();
  }

  private Optional<Work> held(String listing) {
    return state().get(Work.class, Work.key(work(listing)));
  }

  private Work change(Lease lease, Next<Work> next) {
    return requireNonNull(state().change(Work.class, Work.key(work(lease.listing())), next));
  }

  /// Registers a generation, makes `plan` the current plan, and retires all other generations that
  /// are building, atomically.
  ///
  /// @param replaced the plan that is given up; null if there is none
  /// @throws RebuildLostException if the work has another owner or another plan now
  /// @throws IllegalStateException if the generation's id exists already
  default void begin(Lease lease, @Nullable Plan replaced, Plan plan, Generation generation) {
    transact(
        lease,
        held -> lease.renewing(require(owned(lease, held), lease, replaced)).with(plan),
        live -> {
          List<Change> changes = new ArrayList<>(List.of(new Change(null, generation)));
          live.stream()
              .filter(other -> other.state() == State.BUILDING)
              .forEach(other -> changes.add(new Change(other, other.in(State.RETIRED))));
          return changes;
        });
  }

  /// Changes the work and generations in one transaction.
  private void transact(
      Lease lease, Next<Work> next, Function<List<Generation>, List<Change>> changes) {
    state()
        .change(
            () -> {
              Work held = held(lease.listing()).orElse(null);
              List<Change> all = new ArrayList<>();
              all.add(new Change(held, requireNonNull(next.after(held))));
              all.addAll(changes.apply(state().live(lease.listing())));
              return all;
            });
  }

  private static Work owned(Lease lease, @Nullable Work held) {
    if (held == null || !held.owner().equals(lease.owner())) {
      throw new RebuildLostException(lease.listing());
    }
    return held;
  }

  private static Work require(Work held, Lease lease, @Nullable Plan plan) {
    if (!isOf(held, plan)) {
      throw new RebuildLostException(lease.listing());
    }
    return held;
  }

  /// Whether a plan is current.
  private static boolean isOf(Work held, @Nullable Plan plan) {
    return Objects.equals(generation(held.plan(Plan.class)), generation(plan));
  }

  private static @Nullable String generation(@Nullable Plan plan) {
    return plan == null ? null : plan.generation;
  }

  private static Work renewed(Lease lease, @Nullable Work held) {
    Work owned = owned(lease, held);
    if (lease.isLeft(owned)) {
      throw RebuildLostException.left(lease.listing(), owned.workedAt());
    }
    return lease.renewing(owned);
  }

  /// Notes that every slot is marked, and extends the lease.
  ///
  /// @throws RebuildLostException as [#renew] does, and if another plan is current
  default void marked(Lease lease, Plan plan) {
    change(lease, held -> require(renewed(lease, held), lease, plan).with(plan.withSlotsMarked()));
  }

  /// Extends the lease, or ends it ([Lease#over]), and notes that its owner works on the plan.
  ///
  /// @return the work after that
  /// @throws RebuildLostException if the work has another owner, or none, or is abandoned
  default Work renew(Lease lease) {
    return change(lease, held -> renewed(lease, held));
  }

  /// Makes the plan's generation the serving one and retires the one that served before,
  /// atomically.
  ///
  /// @throws RebuildLostException as [#renew] does, and if another plan is current
  /// @throws IllegalStateException if it is not a live generation
  default void serve(Lease lease, Plan plan) {
    transact(
        lease,
        held -> require(renewed(lease, held), lease, plan),
        live -> Generations.serving(live, lease.listing(), plan.generation()));
  }

  /// Retires all generations of the listing, atomically: it has no index any more.
  ///
  /// @throws RebuildLostException as [#renew] does
  default void retire(Lease lease) {
    transact(
        lease,
        held -> renewed(lease, held),
        live -> live.stream().map(each -> new Change(each, each.in(State.RETIRED))).toList());
  }

  /// Saves how far a segment was applied.
  ///
  /// @param segment its number, from 0
  default void save(Plan plan, int segment, SegmentProgress progress) {
    state().put(plan.part(plan.segment() + segment, progress));
  }

  /// How far each segment of the plan was applied, ordered by number.
  default List<SegmentProgress> progress(Plan plan) {
    SegmentProgress[] progress = new SegmentProgress[plan.segments()];
    Arrays.fill(progress, SegmentProgress.START);
    for (Part part : segments(plan)) {
      int segment = Integer.parseInt(part.name().substring(plan.segment().length()));
      progress[segment] = part.progress(SegmentProgress.class);
    }
    return List.of(progress);
  }

  private List<Part> segments(Plan plan) {
    String work = Part.key(work(plan.listing), plan.segment()).pk();
    return state().list(Part.class, Range.of(work, plan.segment())).toList();
  }

  /// The merge that is under way; empty if none is.
  default Optional<MergePlan> merging(Plan plan) {
    return merge(plan).map(part -> part.progress(MergePlan.class));
  }

  private Optional<Part> merge(Plan plan) {
    return state().get(Part.class, Part.key(work(plan.listing), plan.merge()));
  }

  private Optional<Part> merge(Plan plan, MergePlan merge) {
    return merge(plan).filter(part -> part.progress(MergePlan.class).id() == merge.id());
  }

  /// Begins a merge. Does nothing if one is under way.
  default void beginMerge(Plan plan, MergePlan merge) {
    state().replace(null, plan.part(plan.merge(), merge));
  }

  /// Gives a merge up. Does nothing if it is not under way.
  default void dropMerge(Plan plan, MergePlan merge) {
    Part dropped = plan.part(plan.merge(), merge.givenUp());
    merge(plan, merge).ifPresent(part -> state().replace(part, dropped));
  }

  /// Ends a merge. Does nothing if it is not under way.
  default void endMerge(Plan plan, MergePlan merge) {
    merge(plan, merge).ifPresent(state()::delete);
  }

  /// Ends the rebuild: removes its plan, its merge and the progress of its segments. Does nothing
  /// if it has another owner or another plan. A crash can leave items behind. Nobody reads them,
  /// and they expire.
  default void end(String owner, Plan plan) {
    Work left =
        state()
            .change(
                Work.class,
                Work.key(work(plan.listing)),
                held ->
                    held != null && held.owner().equals(owner) && isOf(held, plan) ? null : held);
    if (left == null) {
      segments(plan).forEach(state()::delete);
      merge(plan).ifPresent(state()::delete);
    }
  }
}
