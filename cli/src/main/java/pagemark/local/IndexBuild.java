package pagemark.local;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.local.data.LocalState;
import pagemark.local.pump.StreamPump;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.RebuildSetup;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.sync.StreamSync;

/// Builds the indexes that are missing, as production does: at the start those of a table that
/// holds items already, and later those that a Redis has lost. Until then pages but the first
/// answer 503, and `/health` says NOT_READY.
final class IndexBuild {
  private static final String OWNER = "local";
  private static final int SEGMENTS = 4;

  /// Longer than any stream keeps a record.
  private static final Duration STREAM_MAX = Duration.ofDays(2);

  private final LocalState state;
  private final StreamSync consumer;
  private final @Nullable StreamPump pump;

  /// @param pump null if the table is not followed
  IndexBuild(LocalState state, StreamSync consumer, @Nullable StreamPump pump) {
    this.state = state;
    this.consumer = consumer;
    this.pump = pump;
  }

  /// The listings without a complete index, all if the index does not answer.
  List<Listing> missing() {
    return state.listings().all().stream().filter(this::isMissing).toList();
  }

  private boolean isMissing(Listing listing) {
    try {
      return state
          .items()
          .serving(listing.name())
          .filter(Generation::isShown)
          .filter(this::isComplete)
          .isEmpty();
    } catch (IndexException e) {
      return true;
    }
  }

  private boolean isComplete(Generation generation) {
    Markers markers = state.index().store().markers();
    int ready = markers.count(generation.id()).getOrDefault(Markers.State.READY, 0);
    return ready == markers.slots();
  }

  /// Builds the index of a listing unless it is complete. Two builds wait for each other.
  ///
  /// @return what was read
  /// @throws pagemark.rebuild.RebuildException if the table or the index still fails after retries
  synchronized RebuildCounts ensure(
      Listing listing, RebuildListener listener, BooleanSupplier hasTime) {
    if (!isMissing(listing)) {
      return RebuildCounts.ZERO;
    }
    tellOfConsumer();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      RebuildSetup setup = state.wiring().rebuild(listing.definition(), threads).with(settings());
      Rebuild rebuild = new Rebuild(setup, listing, state.table(), OWNER);
      return new RebuildRun(rebuild, threads, listener).run(SEGMENTS, hasTime).counts();
    }
  }

  /// The consumer's last note may be of records that the stream had at the start, and are old. A
  /// rebuild waits for a younger one where each record in doubt costs a read of the table.
  private RebuildSettings settings() {
    return state.listed().isReadOnly()
        ? RebuildSettings.DEFAULT
        : RebuildSettings.DEFAULT.lagMax(STREAM_MAX);
  }

  /// A rebuild would wait for the first note of the stream's consumer.
  private void tellOfConsumer() {
    if (pump != null) {
      consumer.note(pump.quietSince());
    }
  }
}
