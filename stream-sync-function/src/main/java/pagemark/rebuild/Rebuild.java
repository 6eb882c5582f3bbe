package pagemark.rebuild;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.rebuild.BeginStep.Begun;
import pagemark.rebuild.KeptSegment.RowWitnesses;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.Generation;
import pagemark.state.rebuild.MergePlan;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.sync.StreamedTable;

/// The steps that build a listing's index anew while the table is written. For a table with three
/// segments:
///
/// 1. [#begin] takes the lease, waits until the stream's consumer is hardly behind, registers a
///    generation, and marks every slot BUILDING. From then on the stream goes into the generation
///    too.
/// 2. [#awaitWriters] waits until every writer knows the generation. From then on, whatever is
///    written after a row was read comes as a record.
/// 3. [#segment] 0, 1 and 2 apply the table's rows, except those of items that the stream has
///    written. Segments may run in parallel, each in as many calls as it needs.
/// 4. [#turn] says whether all rows are applied. If a store wants rows in order, the segments have
///    sorted them, each its own; then it divides all rows into ranges, and step 3 is repeated: each
///    call merges one range.
/// 5. [#finish] marks every slot READY, lets the generation serve, and drops the older ones.
///
/// Many processes of the same owner may work on the segments. Each enters with [#join] instead of
/// [#begin], and each renews the owner's lease. The kept progress of a segment says up to which row
/// all are applied, which stays true whoever applied them. So two processes in one segment do the
/// work twice, and do no harm.
///
/// Each step may end anywhere, by a crash too. The steps then start again at the first one, which
/// goes on with the generation that was begun. It gives that generation up for a new one in four
/// cases:
///
/// - The store has lost a slot, so the slot has no marker. Its fences are lost too, so older
///   records would be taken for proof; a younger generation has a later birth and refuses them.
/// - Nobody worked on it for longer than [Freshness#leftMax]. If the stream's function was stopped
///   too, records have expired that only the stream had.
/// - It is marked as having missed records.
/// - It serves already, and another owner begins, who wants a new one. That owner first completes
///   what the last one has left undone.
///
/// An owner may be suspended at any line, and wake up while another owner works. It cannot harm
/// that owner: each change of `pagemark-state` is one transaction with the check of the owner, but
/// for a segment's position, which at worst goes back, so that rows are read again; nobody takes up
/// a plan before all its slots are marked; rows are applied within their lease, and only if there
/// is no fence; a READY marker needs the nonce.
public final class Rebuild {
  private final RebuildOwner owner;
  private final RebuildSetup setup;
  private final IndexedTable indexed;
  private final BeginStep beginStep;
  private @Nullable Begun begun;

  /// @param owner the lease's holder; another process with the same owner can go on at once
  public Rebuild(RebuildSetup setup, Listing listing, StreamedTable table, String owner) {
    this(new RebuildOwner(setup, listing, table, owner), false);
  }

  private Rebuild(RebuildOwner owner, boolean anew) {
    this.owner = owner;
    this.setup = owner.setup();
    this.indexed = setup.indexed();
    this.beginStep = new BeginStep(owner, anew);
  }

  /// The same rebuild, except that it does not go on with what another owner has begun.
  public Rebuild anew() {
    return new Rebuild(owner, true);
  }

  /// Takes the lease, and goes on with an earlier rebuild or begins a new generation, once the
  /// stream's consumer is less than a minute behind ([BeginStep.ConsumerWait]).
  ///
  /// @param segments into how many parts the table is cut, if a new generation is begun
  /// @return DONE, or PAUSED if the time is over before a generation could be begun
  /// @throws pagemark.state.RebuildHeldException if another owner rebuilds the listing
  /// @throws UnsafeIndexException if the index would lose entries in silence, or not follow the
  ///   table
  /// @throws ConsumerBehindException if the stream's consumer is far behind, and does not come
  ///   closer
  public StepEnd begin(int segments, BooleanSupplier hasTime, RebuildListener listener) {
    begun = beginStep.begin(segments, hasTime, listener);
    return begun == null ? StepEnd.PAUSED : StepEnd.DONE;
  }

  /// Whether [#begin] has found or begun a generation to fill.
  public boolean hasBegun() {
    return begun != null;
  }

  /// How far the slowest writer is behind the stream; empty if none has noted that recently.
  public OptionalLong lagMillis() {
    return owner.lagMillis();
  }

  /// Why this rebuild did not go on with an earlier one; empty if it did, or there was none.
  public Optional<String> gaveUp() {
    return beginStep.gaveUp();
  }

  /// Takes part in a rebuild that the same owner has begun in another process. It does not look
  /// whether the store still has all slots, because that takes a call for each. A write to a lost
  /// slot fails, and [#finish] checks all slots.
  ///
  /// @param generation the id of the generation that is built
  /// @throws RebuildLostException if another owner has taken over, or another generation is built
  public void join(String generation) {
    begun = beginStep.join(generation);
  }

  /// Whether the store has lost a part. A segment of another process may have ended with that.
  public boolean isLost() {
    Generation built = begun().generation();
    return !built.isServing() && !(setup.isWhole(built) && RowWitnesses.areThere(indexed, built));
  }

  private Begun begun() {
    if (begun == null) {
      throw new IllegalStateException("call begin or join first");
    }
    return begun;
  }

  /// About how long the rebuild takes.
  public RebuildEstimate estimate() {
    RebuildEstimate estimate =
        RebuildEstimate.of(
            owner.table().items(),
            owner.table().bytes(),
            begun().plan().segments(),
            setup.limits());
    return owner.listing().definition().hasSeveralEntries() ? estimate.ofSeveral() : estimate;
  }

  /// The id of the generation that is built.
  public String generation() {
    return begun().generation().id();
  }

  /// Whether the generation serves, whichever process completed it.
  public boolean hasServed(String generation) {
    return owner.hasServed(generation);
  }

  /// How far each segment is.
  public List<SegmentProgress> progress() {
    return setup.rebuilds().progress(begun().plan());
  }

  /// Counts the writers that may write without knowing the generation. Renews the lease.
  ///
  /// @throws RebuildLostException if another owner has taken over
  public int writersBehind() {
    owner.renew();
    return (int)
        owner.writers().filter(note -> !note.known().contains(begun().generation().id())).count();
  }

  /// Waits until every writer follows the generation.
  ///
  /// @throws RebuildException if some writers do not follow it in time
  public StepEnd awaitWriters(BooleanSupplier hasTime, RebuildListener listener) {
    Instant end = setup.clock().instant().plus(RebuildSettings.WRITERS_WAIT_MAX);
    for (int behind = writersBehind(); behind > 0; behind = writersBehind()) {
      listener.waitingFor(behind);
      if (!hasTime.getAsBoolean()) {
        return StepEnd.PAUSED;
      }
      if (setup.clock().instant().isAfter(end)) {
        throw new RebuildException(
            ("%d writers do not follow the new generation after %s;"
                    + " check that every stream function has the listing %s")
                .formatted(behind, RebuildSettings.WRITERS_WAIT_MAX, owner.listing().name()),
            null);
      }
      indexed.sleeper().sleep(setup.settings().poll());
    }
    return StepEnd.DONE;
  }

  /// Applies or sorts the rows of a segment, from where its kept progress ends, or merges a range
  /// of rows. Different segments may run in parallel.
  ///
  /// @param hasTime whether another page may begin
  /// @throws RebuildException if the index or the table fails at every try
  /// @throws RebuildLostException if another owner has taken over
  public StepEnd segment(int segment, BooleanSupplier hasTime, RebuildListener listener) {
    Begun now = begun();
    if (now.generation().isServing()) {
      return StepEnd.DONE;
    }
    KeptSegment kept = new KeptSegment(owner, now, segment, listener);
    Optional<MergePlan> merge = setup.rebuilds().merging(now.plan());
    List<SegmentProgress> all = progress();
    return merge.isPresent()
        ? new SegmentMerge(kept, setup.index().rowRuns().orElseThrow(), merge.get())
            .run(all.get(segment), hasTime)
        : new SegmentScan(kept, MergeTurn.oldest(all).orElse(Instant.MAX))
            .run(all.get(segment), hasTime);
  }

  /// Once no segment can go on alone: finds out whether all rows are applied, begins a merge, or
  /// ends it. It can be called again after any failure.
  ///
  /// @return DONE if all rows are applied; WAITING if a merge begins; PAUSED if segments must be
  ///   read or merged further
  /// @throws RebuildException if the index fails at every try, or is too slow
  /// @throws RebuildLostException if another owner has taken over
  public StepEnd turn() {
    Begun now = begun();
    return now.generation().isServing() ? StepEnd.DONE : new MergeTurn(owner, now).turn();
  }

  /// Lets the generation serve, and drops those that it replaces. All segments must be done.
  ///
  /// @throws RebuildLostException if another owner has taken over
  public StepEnd finish() {
    Begun now = begun();
    owner.renew();
    if (!now.generation().isServing()) {
      if (!progress().stream().allMatch(SegmentProgress::done)) {
        throw new IllegalStateException("a segment is not done");
      }
      if (!RowWitnesses.areThere(indexed, now.generation()) || isLostAtTheEnd(now)) {
        return StepEnd.LOST;
      }
      setup.rebuilds().serve(owner.lease(), now.plan());
    }
    RowWitnesses.forget(indexed, now.generation());
    owner.dropLeftovers(now.generation().id());
    owner.end(now.plan());
    return StepEnd.DONE;
  }

  /// Marks the slots READY. Returns whether one of them is lost.
  private boolean isLostAtTheEnd(Begun now) {
    return owner.untilMarked(
            () -> indexed.markers().ready(now.generation().id(), now.plan().nonce()))
        > 0;
  }

  /// Gives the generation up for a new one, as [#begin] does.
  ///
  /// @return DONE, or PAUSED if the time is over before a generation could be begun
  /// @throws RebuildException after too many rounds
  public StepEnd beginAnew(BooleanSupplier hasTime, RebuildListener listener) {
    Begun anew = beginStep.beginAnew(begun().plan(), hasTime, listener);
    if (anew == null) {
      return StepEnd.PAUSED;
    }
    begun = anew;
    listener.beganAnew(anew.plan().round());
    return StepEnd.DONE;
  }

  /// Ends the lease, so that another owner can go on at once.
  public void release() {
    owner.release();
  }
}
