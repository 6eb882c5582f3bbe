package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.repair.Freshness;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Inexact;
import pagemark.state.rebuild.Lease;
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.sync.StreamedTable;

/// The steps that build a listing's index anew while the table is written. For a table with three
/// segments:
///
/// 1. [#begin] takes the lease, registers a generation, and marks every slot BUILDING. From then on
///    the stream goes into the generation too.
/// 2. [#awaitWriters] waits until every writer knows the generation. From then on, whatever is
///    written after a row was read comes as a record.
/// 3. [#segment] 0, 1 and 2 apply the table's rows, except those of items that the stream has
///    written. Segments may run in parallel, each in as many calls as it needs.
/// 4. [#finish] marks every slot READY, lets the generation serve, and drops the older ones.
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
/// that owner: each change of `pagemark-state` is one transaction with the check of the owner;
/// nobody takes up a plan before all its slots are marked; rows are applied within their lease, and
/// only if there is no fence; a READY marker needs the nonce.
public final class Rebuild {
  /// The end of a step.
  public enum StepEnd {
    DONE,
    /// The time is over; the next call goes on.
    PAUSED,
    /// The store has lost a part. Call [#beginAnew], then all steps again.
    LOST
  }

  private final RebuildSetup setup;
  private final Listing listing;
  private final StreamedTable table;
  private final String owner;
  private final boolean anew;
  private @Nullable Begun begun;
  private @Nullable String gaveUp;

  private record Begun(RebuildJob job, RebuildJob.Plan plan, Generation generation) {}

  /// @param owner the lease's holder; another process with the same owner can go on at once
  public Rebuild(RebuildSetup setup, Listing listing, StreamedTable table, String owner) {
    this(setup, listing, table, owner, false);
  }

  private Rebuild(
      RebuildSetup setup, Listing listing, StreamedTable table, String owner, boolean anew) {
    this.setup = setup;
    this.listing = listing;
    this.table = table;
    this.owner = owner;
    this.anew = anew;
  }

  /// The same rebuild, except that it does not go on with what another owner has begun.
  public Rebuild anew() {
    return new Rebuild(setup, listing, table, owner, true);
  }

  /// Takes the lease, and goes on with an earlier rebuild or begins a new generation.
  ///
  /// @param segments into how many parts the table is cut, if a new generation is begun
  /// @return the progress of each segment; some have begun if an earlier rebuild goes on
  /// @throws pagemark.state.RebuildHeldException if another owner rebuilds the listing
  /// @throws UnsafeIndexException if the index would lose entries in silence
  public List<SegmentProgress> begin(int segments) {
    setup.requireSafe();
    RebuildJob job = setup.rebuilds().acquire(lease());
    if (job.plan() != null && !isOwn(job.plan()) && hasServed(job.plan().generation())) {
      job = ended(job.plan());
    }
    RebuildJob.Plan plan = job.plan();
    Generation unfinished = plan == null ? null : unfinished(job, plan);
    if (plan != null && unfinished != null) {
      begun = new Begun(job, plan, unfinished);
    } else {
      begin(segments, plan, plan != null && isOwn(plan) ? plan.round() : 1);
    }
    return progress();
  }

  /// Completes a rebuild whose generation serves already.
  private RebuildJob ended(RebuildJob.Plan plan) {
    setup.rebuilds().end(listing.name(), owner, plan);
    RebuildJob next = setup.rebuilds().acquire(lease());
    dropRuns(plan.generation());
    dropRetired();
    gaveUp = "an earlier rebuild was complete except for its cleanup";
    return next;
  }

  private boolean isOwn(RebuildJob.Plan plan) {
    return plan.by().equals(owner);
  }

  /// Why this rebuild did not go on with an earlier one; empty if it did, or there was none.
  public Optional<String> gaveUp() {
    return Optional.ofNullable(gaveUp);
  }

  /// Takes part in a rebuild that the same owner has begun in another process. It does not look
  /// whether the store still has all slots, because that takes a call for each: who writes into a
  /// lost slot is told so, and [#finish] finds all of them.
  ///
  /// @param generation the id of the generation that is built
  /// @throws RebuildLostException if another owner has taken over, or another generation is built
  public void join(String generation) {
    RebuildJob job = renew();
    RebuildJob.Plan plan = job.plan();
    Generation built = plan == null ? null : bound(generation);
    if (plan == null || built == null || !plan.generation().equals(generation)) {
      throw new RebuildLostException(listing.name());
    }
    begun = new Begun(job, plan, built);
  }

  /// The generation that was begun; null if it must be given up.
  private @Nullable Generation unfinished(RebuildJob job, RebuildJob.Plan plan) {
    Generation generation = bound(plan.generation());
    gaveUp =
        generation == null
            ? "the listing's definition, table or stream has changed"
            : flaw(job, plan, generation);
    return gaveUp == null ? generation : null;
  }

  /// Why the generation must be given up; null if it need not. What the same owner has begun is not
  /// counted again at each of its steps: a lost slot is found by the first write to it, or at the
  /// end.
  private @Nullable String flaw(RebuildJob job, RebuildJob.Plan plan, Generation generation) {
    if (anew && !isOwn(plan)) {
      return "a new rebuild was requested";
    }
    if (job.isLeft(lease())) {
      return "nobody has worked on it since %s, for longer than %s"
          .formatted(job.workedAt(), setup.freshness().leftMax());
    }
    if (generation.suspended() || hasMissed(generation)) {
      return "it has missed records of the stream";
    }
    return plan.marked() && (isOwn(plan) || isWhole(generation))
        ? null
        : "the index has lost part of it";
  }

  /// Whether the generation has missed records. Lost writes do not count: a second reading of the
  /// stream applies them again.
  private static boolean hasMissed(Generation generation) {
    return generation.inexact().stream()
        .anyMatch(mark -> mark.cause() != Inexact.Cause.LOST_WRITES);
  }

  private @Nullable Generation bound(String id) {
    return setup.generations().live(listing.name()).stream()
        .filter(generation -> generation.id().equals(id) && isBound(generation))
        .findFirst()
        .orElse(null);
  }

  private boolean isBound(Generation generation) {
    return generation.isBuiltFrom(listing.definition()) && table.isFollowedBy(generation);
  }

  /// Whether the store has lost a part. A segment of another process may have ended with that.
  public boolean isLost() {
    Generation built = begun().generation();
    return !built.isServing() && !(isWhole(built) && RowWitnesses.areThere(setup, built));
  }

  /// Counts the markers. Each slot of a generation is marked once, so a lost slot is not counted.
  private boolean isWhole(Generation generation) {
    Markers markers = setup.markers();
    return markers.count(generation.id()).values().stream().mapToInt(Integer::intValue).sum()
        == markers.slots();
  }

  /// Takes the birth from the store's clock, because this machine's may be wrong. A generation must
  /// be registered soon after its birth, or it would take records for proof that it did not follow.
  private void begin(int segments, RebuildJob.@Nullable Plan replaced, int round) {
    Instant birth = setup.index().time();
    Generation generation =
        new Generation(
            GenerationId.next(birth),
            listing.name(),
            listing.definition(),
            table.arn(),
            table.stream(),
            birth,
            Generation.State.BUILDING);
    String nonce = UUID.randomUUID().toString();
    RebuildJob.Plan plan =
        new RebuildJob.Plan(generation.id(), nonce, segments, birth, round, owner, false);
    setup.rebuilds().begin(lease(), replaced, plan, generation);
    requireYoung(generation);
    begun = mark(plan, generation);
  }

  private void requireYoung(Generation generation) {
    Duration age = Duration.between(generation.birth(), setup.index().time());
    if (age.compareTo(setup.settings().lease()) > 0) {
      throw new RebuildException(
          "the generation was %s old when it was registered; it must be at most %s"
              .formatted(age, setup.settings().lease()),
          null);
    }
  }

  /// Marks the slots, then notes that the plan is marked. Nobody takes up a plan before that note.
  /// So an owner that wakes up in here marks only slots of its own generation, and removes them
  /// again.
  private Begun mark(RebuildJob.Plan plan, Generation generation) {
    try {
      marked(() -> setup.markers().building(generation.id(), plan.nonce(), generation.birth()));
      RebuildJob job = setup.rebuilds().marked(lease(), plan);
      return new Begun(job, plan, generation);
    } catch (RebuildLostException e) {
      setup.markers().drop(generation.id());
      throw e;
    }
  }

  private Begun begun() {
    if (begun == null) {
      throw new IllegalStateException("call begin or join first");
    }
    return begun;
  }

  /// About how long the rebuild takes.
  RebuildEstimate estimate() {
    return RebuildEstimate.of(table.items(), table.bytes(), begun().plan().segments());
  }

  /// The id of the generation that is built.
  public String generation() {
    return begun().generation().id();
  }

  /// Whether the generation serves, whichever process completed it.
  public boolean hasServed(String generation) {
    return setup
        .generations()
        .serving(listing.name())
        .filter(serving -> serving.id().equals(generation))
        .isPresent();
  }

  /// Whether every segment is done.
  public boolean isRead() {
    return begun().generation().isServing() || progress().stream().allMatch(SegmentProgress::done);
  }

  /// How far each segment is.
  public List<SegmentProgress> progress() {
    return setup.rebuilds().progress(listing.name(), begun().plan());
  }

  /// Counts the writers that may write without knowing the generation. Renews the lease.
  ///
  /// @throws RebuildLostException if another owner has taken over
  public int writersBehind() {
    renew();
    Instant since = setup.index().time().minus(setup.settings().writerAgeMax());
    return (int)
        setup.writers().list(table.stream(), since).stream()
            .filter(note -> !note.known().contains(begun().generation().id()))
            .count();
  }

  /// Waits until every writer follows the generation.
  ///
  /// @throws RebuildException if some writers do not follow it in time
  public StepEnd awaitWriters(BooleanSupplier hasTime, RebuildListener listener) {
    Instant end = setup.clock().instant().plus(setup.settings().writersWaitMax());
    for (int behind = writersBehind(); behind > 0; behind = writersBehind()) {
      listener.waitingFor(behind);
      if (!hasTime.getAsBoolean()) {
        return StepEnd.PAUSED;
      }
      if (setup.clock().instant().isAfter(end)) {
        throw new RebuildException(
            ("%d writers do not follow the new generation after %s;"
                    + " check that every stream function has the listing %s")
                .formatted(behind, setup.settings().writersWaitMax(), listing.name()),
            null);
      }
      setup.sleeper().sleep(setup.settings().poll());
    }
    return StepEnd.DONE;
  }

  /// Applies the rows of a segment, from where its kept progress ends. Different segments may run
  /// in parallel.
  ///
  /// @param hasTime whether another page may begin
  /// @throws RebuildException if the index or the table fails at every try
  /// @throws RebuildLostException if another owner has taken over
  public StepEnd segment(int segment, BooleanSupplier hasTime, RebuildListener listener) {
    Begun now = begun();
    if (now.generation().isServing()) {
      return StepEnd.DONE;
    }
    return new SegmentScan(setup, now.generation(), now.job(), now.plan(), segment, listener)
        .run(progress().get(segment), hasTime);
  }

  /// Lets the generation serve, and drops those that it replaces. All segments must be done.
  ///
  /// @throws RebuildLostException if another owner has taken over
  public StepEnd finish() {
    Begun now = begun();
    renew();
    if (!now.generation().isServing()) {
      if (!isRead()) {
        throw new IllegalStateException("a segment is not done");
      }
      if (!RowWitnesses.areThere(setup, now.generation()) || isLostAtTheEnd(now)) {
        return StepEnd.LOST;
      }
      setup.rebuilds().serve(lease(), now.plan());
    }
    RowWitnesses.forget(setup, now.generation());
    dropRuns(now.generation().id());
    dropRetired();
    setup.rebuilds().end(listing.name(), owner, now.plan());
    return StepEnd.DONE;
  }

  /// Marks the slots READY. Returns whether one of them is lost.
  private boolean isLostAtTheEnd(Begun now) {
    return marked(() -> setup.markers().ready(now.generation().id(), now.plan().nonce())) > 0;
  }

  private int marked(Supplier<Integer> call) {
    return new Backoff(setup, this::renew).call("the slots cannot be marked", call);
  }

  private void dropRuns(String generation) {
    setup.index().rowRuns().ifPresent(runs -> runs.drop(generation));
  }

  /// Waits before it drops generations, because readers and writers may use them for some seconds.
  private void dropRetired() {
    List<Generation> retired = setup.generations().retired(listing.name());
    if (!retired.isEmpty()) {
      setup.sleeper().sleep(setup.settings().readerAgeMax());
    }
    for (Generation generation : retired) {
      renew();
      setup.markers().drop(generation.id());
      setup.generations().remove(listing.name(), generation.id());
    }
  }

  /// Gives the generation up for a new one.
  ///
  /// @return the number of the new round; the first such call returns 2
  /// @throws RebuildException after too many rounds
  public int beginAnew() {
    Begun lost = begun();
    int round = lost.plan().round() + 1;
    if (round > setup.settings().roundsMax()) {
      setup.rebuilds().end(listing.name(), owner, lost.plan());
      throw new RebuildException(
          "the index lost part of what was built in each of %d rounds"
              .formatted(lost.plan().round()),
          null);
    }
    begin(lost.plan().segments(), lost.plan(), round);
    return round;
  }

  /// Ends the lease, so that another owner can go on at once.
  public void release() {
    setup.rebuilds().renew(setup.lease(listing.name(), owner, Duration.ZERO.minusMillis(1)));
  }

  private RebuildJob renew() {
    return setup.rebuilds().renew(lease());
  }

  private Lease lease() {
    return setup.lease(listing.name(), owner, setup.settings().lease());
  }
}
