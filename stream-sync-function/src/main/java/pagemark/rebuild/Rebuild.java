package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.repair.Freshness;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Inexact;
import pagemark.state.Lease;
import pagemark.state.RebuildJob;
import pagemark.state.RebuildLostException;
import pagemark.state.SegmentPosition;
import pagemark.sync.StreamedTable;

/// The steps that build a listing's index anew beside the traffic; for example, of a table with
/// three segments:
///
/// 1. [#begin] takes the lease, registers a generation, which the stream goes into from then on,
///    and marks every slot BUILDING;
/// 2. [#awaitWriters] is asked until every writer knows the generation, so that whatever is written
///    after a row was read comes by the stream;
/// 3. [#segment] 0, 1 and 2, at once or one after another, each in as many calls as it takes, apply
///    the table's rows where the stream has brought nothing;
/// 4. [#finish] marks every slot READY, lets the generation serve, and drops the older ones.
///
/// The segments may also be worked on by many processes of the same owner, each of which enters
/// with [#join] instead of [#begin]. The lease is the owner's and each of them renews it; a
/// position that is kept says that all rows before it were applied, which stays true whoever has
/// applied them, so that two processes in one segment do the work twice and no harm.
///
/// Each can end anywhere, by a crash too, and the steps then begin again at the first: it goes on
/// with the generation that was begun. Four things make it give that generation up for a new one:
///
/// - A slot was lost meanwhile, and has no marker any more. Records from before the loss would be
///   no proof after it, because the fences are gone, and only a younger generation tells them
///   apart.
/// - Nobody worked on it for longer than [Freshness#leftMax]. If the stream's function stood still
///   too, records that only the stream knew are gone.
/// - It is known that it missed records.
/// - It serves already, and another owner begins: whoever asks for a rebuild wants a new one. What
///   the last owner has left undone is done first.
///
/// An owner may stop at any line and wake much later, when another owner works. Nothing it still
/// does can harm the other: what changes `pagemark-state` is one transaction with the check that it
/// is the owner; slots are marked for a plan that nobody else takes up before all are; rows are
/// applied within their lease, and where there is no fence; a READY marker needs the nonce.
public final class Rebuild {
  /// How a step ended.
  public enum Progress {
    DONE,
    /// There was no time left.
    PAUSED,
    /// The store has lost a part: [#beginAnew], then all steps again.
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

  /// @param owner who has the lease; a next process that names the same goes on at once
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

  /// The same, which goes on with nothing but what this owner has begun itself.
  public Rebuild anew() {
    return new Rebuild(setup, listing, table, owner, true);
  }

  /// @param segments where a new generation is begun
  /// @return how far each segment is; a first one that is not at its start was resumed
  /// @throws pagemark.state.RebuildHeldException where another rebuilds the listing
  /// @throws UnsafeIndexException if the index would lose entries in silence
  public List<SegmentPosition> begin(int segments) {
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
    return positions();
  }

  /// Does what was left undone of a rebuild whose generation serves.
  private RebuildJob ended(RebuildJob.Plan plan) {
    setup.rebuilds().end(listing.name(), owner, plan);
    RebuildJob next = setup.rebuilds().acquire(lease());
    dropRetired();
    gaveUp = "an earlier rebuild had come to its end but for the clearing away";
    return next;
  }

  private boolean isOwn(RebuildJob.Plan plan) {
    return plan.by().equals(owner);
  }

  /// Why this one has not gone on with what an earlier one had begun, if there was one.
  public Optional<String> gaveUp() {
    return Optional.ofNullable(gaveUp);
  }

  /// Takes part in what the same owner has begun in another process.
  ///
  /// @param generation the id of what is built
  /// @return DONE, or LOST
  /// @throws RebuildLostException where another has taken over, or another generation is built
  public Progress join(String generation) {
    RebuildJob job = renew();
    RebuildJob.Plan plan = job.plan();
    Generation built = plan == null ? null : bound(generation);
    if (plan == null || built == null || !plan.generation().equals(generation)) {
      throw new RebuildLostException(listing.name());
    }
    begun = new Begun(job, plan, built);
    return isWhole(built) ? Progress.DONE : Progress.LOST;
  }

  /// The generation that was begun, unless it is to be given up.
  private @Nullable Generation unfinished(RebuildJob job, RebuildJob.Plan plan) {
    Generation generation = bound(plan.generation());
    gaveUp =
        generation == null
            ? "the definition, table or stream is another"
            : flaw(job, plan, generation);
    return gaveUp == null ? generation : null;
  }

  /// Why the generation is to be given up. Counting the markers is enough to see that some are
  /// lost: each generation is marked once.
  private @Nullable String flaw(RebuildJob job, RebuildJob.Plan plan, Generation generation) {
    if (anew && !isOwn(plan)) {
      return "that was asked for";
    }
    if (job.isLeft(lease())) {
      return "nobody has worked on it since %s, longer than %s"
          .formatted(job.workedAt(), setup.freshness().leftMax());
    }
    if (generation.suspended() || hasMissed(generation)) {
      return "it has missed records of the stream";
    }
    return plan.marked() && isWhole(generation) ? null : "the index has lost a part of it";
  }

  /// What the store has lost is healed by the stream; what the stream has lost is not.
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
    return generation.definition().json().equals(listing.definition().json())
        && generation.table().equals(table.arn())
        && generation.stream().equals(table.stream());
  }

  private boolean isWhole(Generation generation) {
    Markers markers = setup.markers();
    return markers.count(generation.id()).values().stream().mapToInt(Integer::intValue).sum()
        == markers.slots();
  }

  /// The birth is by the store's clock, whatever this machine's says. A generation that is
  /// registered long after its birth would take records for proof that it has not followed.
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

  /// Nobody takes up a plan that is not noted as marked. So an owner that wakes in here marks slots
  /// of nobody but itself, and clears them away.
  private Begun mark(RebuildJob.Plan plan, Generation generation) {
    setup.markers().building(generation.id(), plan.nonce(), generation.birth());
    try {
      RebuildJob job = setup.rebuilds().marked(lease(), plan);
      return new Begun(job, plan, generation);
    } catch (RebuildLostException e) {
      setup.markers().drop(generation.id());
      throw e;
    }
  }

  private Begun begun() {
    if (begun == null) {
      throw new IllegalStateException("a rebuild begins with begin");
    }
    return begun;
  }

  /// The id of the generation that is built.
  public String generation() {
    return begun().generation().id();
  }

  /// Whether the rebuild of this generation has come to its end, by any process.
  public boolean hasServed(String generation) {
    return setup
        .generations()
        .serving(listing.name())
        .filter(serving -> serving.id().equals(generation))
        .isPresent();
  }

  /// Whether every segment is done.
  public boolean isRead() {
    return begun().generation().isServing() || positions().stream().allMatch(SegmentPosition::done);
  }

  /// How far each segment is.
  public List<SegmentPosition> positions() {
    return setup.rebuilds().positions(listing.name(), begun().plan());
  }

  /// Whether no writer is left that may write without knowing the generation. Keeps the lease.
  ///
  /// @return how many are left
  /// @throws RebuildLostException where another has taken over
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
  /// @throws RebuildException where some do not in time
  public Progress awaitWriters(BooleanSupplier hasTime, RebuildListener listener) {
    Instant end = setup.clock().instant().plus(setup.settings().writersWaitMax());
    for (int behind = writersBehind(); behind > 0; behind = writersBehind()) {
      listener.waitingFor(behind);
      if (!hasTime.getAsBoolean()) {
        return Progress.PAUSED;
      }
      if (setup.clock().instant().isAfter(end)) {
        throw new RebuildException(
            ("%d writers do not follow the new generation after %s:"
                    + " has every stream function the listing %s?")
                .formatted(behind, setup.settings().writersWaitMax(), listing.name()),
            null);
      }
      setup.sleeper().sleep(setup.settings().poll());
    }
    return Progress.DONE;
  }

  /// Applies the rows of a segment, from where it was left. Different segments may run at once.
  ///
  /// @param hasTime whether another page may begin
  /// @throws RebuildException where the index or the table fails again and again
  /// @throws RebuildLostException where another has taken over
  public Progress segment(int segment, BooleanSupplier hasTime, RebuildListener listener) {
    Begun now = begun();
    if (now.generation().isServing()) {
      return Progress.DONE;
    }
    return new SegmentScan(setup, now.generation(), now.job(), now.plan(), segment)
        .run(positions().get(segment), hasTime, listener);
  }

  /// Lets the generation serve, and drops those that it replaces. All segments must be done.
  ///
  /// @throws RebuildLostException where another has taken over
  public Progress finish() {
    Begun now = begun();
    renew();
    if (!now.generation().isServing()) {
      if (!isRead()) {
        throw new IllegalStateException("a segment is not done");
      }
      if (!RowWitnesses.areThere(setup, now.generation())) {
        return Progress.LOST;
      }
      if (setup.markers().ready(now.generation().id(), now.plan().nonce()) > 0) {
        return Progress.LOST;
      }
      setup.rebuilds().serve(lease(), now.plan());
    }
    RowWitnesses.forget(setup, now.generation());
    dropRetired();
    setup.rebuilds().end(listing.name(), owner, now.plan());
    return Progress.DONE;
  }

  /// Readers and writers may go on with them for some seconds.
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
  /// @return the new round, from 2
  /// @throws RebuildException after too many rounds
  public int beginAnew() {
    Begun lost = begun();
    int round = lost.plan().round() + 1;
    if (round > setup.settings().roundsMax()) {
      setup.rebuilds().end(listing.name(), owner, lost.plan());
      throw new RebuildException(
          "the index has lost what was built %d times".formatted(lost.plan().round()), null);
    }
    begin(lost.plan().segments(), lost.plan(), round);
    return round;
  }

  /// Lets another go on at once with what was begun.
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
