package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.Work;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.Rebuilds.Plan;
import pagemark.state.writer.WriterNote;
import pagemark.sync.StreamedTable;

/// Who rebuilds a listing. Every step renews the owner's lease, or finds out that another owner has
/// taken over.
///
/// @param name the lease's holder; another process with the same name can go on at once
record RebuildOwner(RebuildSetup setup, Listing listing, StreamedTable table, String name) {

  /// Refuses to build an index that can lose entries in silence, that nothing would keep equal to
  /// its table, or whose store does not take so many combinations of filter values.
  ///
  /// @throws UnsafeIndexException with a message that says what to change
  void requireSafe() {
    List<String> dangers = new ArrayList<>(setup.indexed().markers().dangers());
    table.whyNot(listing.name()).ifPresent(dangers::add);
    setup.index().refusal(listing.definition().cells().size()).ifPresent(dangers::add);
    if (!dangers.isEmpty()) {
      throw new UnsafeIndexException("the index is not built: " + String.join("; ", dangers));
    }
  }

  boolean isOwn(Plan plan) {
    return plan.by().equals(name);
  }

  /// @throws pagemark.state.RebuildHeldException if another owner rebuilds the listing
  Work acquire() {
    return setup.rebuilds().acquire(lease());
  }

  /// @throws RebuildLostException if another owner has taken over
  Work renew() {
    return setup.rebuilds().renew(lease());
  }

  /// The notes of the writers that may write now. Their age is counted by the store's clock,
  /// because this process' may be wrong.
  Stream<WriterNote> writers() {
    Instant since = setup.index().time().minus(setup.settings().writerAgeMax());
    return setup.indexed().writers().list(table.stream(), Instant.EPOCH).stream()
        .filter(note -> !note.storeTime().isBefore(since));
  }

  /// Refuses a generation that a writer would not write. Writers of another key format apply
  /// nothing while one is live, so the index that serves would fall behind.
  ///
  /// @throws RebuildException if a writer has noted in the last minutes that it knows less
  void requireWriters() {
    writers()
        .filter(note -> note.keyFormat() < IndexDefinition.KEY_FORMAT)
        .findFirst()
        .ifPresent(
            note -> {
              throw new RebuildException(
                  ("the definition needs the key format %d, and a writer of the stream knows"
                          + " formats up to %d, by its note of %s. Deploy this version's stream"
                          + " function, and begin %s after the last note of the earlier one")
                      .formatted(
                          IndexDefinition.KEY_FORMAT,
                          note.keyFormat(),
                          note.at(),
                          setup.settings().writerAgeMax()),
                  null);
            });
  }

  /// How far the slowest writer is behind the stream; empty if none has noted that recently.
  OptionalLong lagMillis() {
    return writers().mapToLong(WriterNote::lagMillis).max();
  }

  /// Ends the lease, so that another owner can go on at once.
  void release() {
    setup.rebuilds().renew(lease().over());
  }

  Lease lease() {
    Duration leftMax = setup.indexed().freshness().leftMax();
    return new Lease(listing.name(), name, setup.clock(), leftMax);
  }

  /// Ends the rebuild. The lease ends with it.
  void end(Plan plan) {
    setup.rebuilds().end(name, plan);
  }

  /// Marks slots, again and again until the store answers.
  int untilMarked(Supplier<Integer> call) {
    return new Backoff(this).call("the slots cannot be marked", call);
  }

  /// Whether the generation serves, whichever process completed it.
  boolean hasServed(String generation) {
    return setup
        .indexed()
        .generations()
        .serving(listing.name())
        .filter(serving -> serving.id().equals(generation))
        .isPresent();
  }

  /// Drops what nobody needs once the generation serves: its runs of rows, and the generations that
  /// it replaces.
  void dropLeftovers(String generation) {
    setup.index().rowRuns().ifPresent(runs -> runs.drop(generation));
    dropRetired();
  }

  /// Waits before it drops generations, because readers and writers may use them for some seconds.
  private void dropRetired() {
    List<Generation> retired = setup.indexed().generations().retired(listing.name());
    if (!retired.isEmpty()) {
      setup.indexed().sleeper().sleep(setup.settings().readerAgeMax());
    }
    for (Generation generation : retired) {
      renew();
      setup.indexed().markers().drop(generation.id());
      setup.indexed().generations().remove(listing.name(), generation.id());
    }
  }
}
