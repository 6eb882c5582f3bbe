package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
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
/// with the generation that was begun. A slot that was lost meanwhile has no marker any more. Then
/// the generation is given up for a new one: records from before the loss would be no proof after
/// it, because the fences are gone, and only a younger generation tells them apart.
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
  private @Nullable Begun begun;

  private record Begun(RebuildJob job, RebuildJob.Plan plan, Generation generation) {}

  /// @param owner who has the lease; a next process that names the same goes on at once
  public Rebuild(RebuildSetup setup, Listing listing, StreamedTable table, String owner) {
    this.setup = setup;
    this.listing = listing;
    this.table = table;
    this.owner = owner;
  }

  /// @param segments where a new generation is begun
  /// @return how far each segment is; a first one that is not at its start was resumed
  /// @throws pagemark.state.RebuildHeldException where another rebuilds the listing
  /// @throws RebuildException if the index would lose entries in silence
  public List<SegmentPosition> begin(int segments) {
    setup.requireSafe();
    Instant now = setup.clock().instant();
    RebuildJob job =
        setup.rebuilds().acquire(listing.name(), owner, now, now.plus(setup.settings().lease()));
    RebuildJob.Plan plan = job.plan();
    Generation unfinished = plan == null ? null : unfinished(plan.generation());
    if (plan != null && unfinished != null) {
      begun = new Begun(job, plan, unfinished);
    } else {
      begin(segments, plan == null ? 1 : plan.round());
    }
    return positions();
  }

  /// Takes part in what the same owner has begun in another process.
  ///
  /// @param generation the id of what is built
  /// @return DONE, or LOST
  /// @throws RebuildLostException where another has taken over, or another generation is built
  public Progress join(String generation) {
    RebuildJob job = renew(setup.settings().lease());
    RebuildJob.Plan plan = job.plan();
    Generation built = plan == null ? null : bound(generation);
    if (plan == null || built == null || !plan.generation().equals(generation)) {
      throw new RebuildLostException(listing.name());
    }
    begun = new Begun(job, plan, built);
    return isWhole(built) ? Progress.DONE : Progress.LOST;
  }

  /// The generation that was begun, unless it was meant for another table or definition, or the
  /// store has lost a part of it. Counting the markers is enough to see that: each generation is
  /// marked once.
  private @Nullable Generation unfinished(String id) {
    Generation generation = bound(id);
    return generation != null && isWhole(generation) ? generation : null;
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

  private void begin(int segments, int round) {
    Instant began = setup.clock().instant();
    Generation generation =
        new Generation(
            GenerationId.next(began),
            listing.name(),
            listing.definition(),
            table.arn(),
            table.stream(),
            began,
            Generation.State.BUILDING);
    setup.generations().register(generation);
    RebuildJob.Plan plan =
        new RebuildJob.Plan(generation.id(), UUID.randomUUID().toString(), segments, began, round);
    RebuildJob job =
        new RebuildJob(listing.name(), owner, began.plus(setup.settings().lease()), plan);
    setup.rebuilds().save(job);
    retireOthers(generation);
    setup.markers().building(generation.id(), plan.nonce(), generation.birth());
    begun = new Begun(job, plan, generation);
  }

  /// What an earlier rebuild has left and this one cannot use.
  private void retireOthers(Generation generation) {
    setup.generations().live(listing.name()).stream()
        .filter(other -> other.state() == Generation.State.BUILDING)
        .filter(other -> !other.id().equals(generation.id()))
        .forEach(other -> setup.generations().retire(listing.name(), other.id()));
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
    renew(setup.settings().lease());
    Instant since = setup.clock().instant().minus(setup.settings().writerAgeMax());
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
    renew(setup.settings().lease());
    if (!now.generation().isServing()) {
      if (!isRead()) {
        throw new IllegalStateException("a segment is not done");
      }
      if (setup.markers().ready(now.generation().id(), now.plan().nonce()) > 0) {
        return Progress.LOST;
      }
      setup.generations().serve(listing.name(), now.generation().id());
    }
    dropRetired();
    setup.rebuilds().end(listing.name(), owner);
    return Progress.DONE;
  }

  /// Readers and writers may go on with them for some seconds.
  private void dropRetired() {
    List<Generation> retired = setup.generations().retired(listing.name());
    if (!retired.isEmpty()) {
      setup.sleeper().sleep(setup.settings().readerAgeMax());
    }
    for (Generation generation : retired) {
      renew(setup.settings().lease());
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
      setup.rebuilds().end(listing.name(), owner);
      throw new RebuildException(
          "the index has lost what was built %d times".formatted(lost.plan().round()), null);
    }
    begin(lost.plan().segments(), round);
    return round;
  }

  /// Lets another go on at once with what was begun.
  public void release() {
    renew(Duration.ZERO.minusMillis(1));
  }

  private RebuildJob renew(Duration lease) {
    return setup.rebuilds().renew(listing.name(), owner, setup.clock().instant().plus(lease));
  }
}
