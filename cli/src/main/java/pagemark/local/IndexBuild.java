package pagemark.local;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.ServerStartException;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.listing.Listing;
import pagemark.local.data.LocalState;
import pagemark.local.data.LocalState.LocalIndex.OwnRedis;
import pagemark.local.pump.Rounds;
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
///
/// @param pump null if the table is not followed
record IndexBuild(LocalState state, StreamSync consumer, @Nullable StreamPump pump) {
  private static final String OWNER = "local";
  private static final int SEGMENTS = 4;

  /// Longer than any stream keeps a record.
  private static final Duration STREAM_MAX = Duration.ofDays(2);

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

  /// Starts the stack's own Redis again if it ends by itself, and builds what it has lost. Until
  /// then `/health` has a warning.
  ///
  /// A Redis that ends again and again is given up after [#STARTS_MAX] starts, which take a minute
  /// at least: then the stack ends.
  static final class Recovery implements AutoCloseable {
    private static final int STARTS_MAX = 5;

    /// Before the first start. It doubles with each. A stack that is stopped with Ctrl-C closes
    /// within that time, so that its Redis, which gets the signal too, is not started again.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final int REBUILDS_MAX = 10;

    private final OwnRedis redis;
    private final IndexBuild build;
    private final String endpoints;
    private final Consumer<String> log;
    private final Rounds rounds = new Rounds("index-recovery", PAUSE, this::look);
    private int starts;
    private int rebuilds;
    private boolean isDead;
    private volatile @Nullable String warning;

    private Recovery(OwnRedis redis, IndexBuild build, String endpoints, Consumer<String> log) {
      this.redis = redis;
      this.build = build;
      this.endpoints = endpoints;
      this.log = log;
    }

    /// @param endpoints the options with which commands reach table and index
    static Recovery start(
        OwnRedis redis, IndexBuild build, String endpoints, Consumer<String> log) {
      Recovery recovery = new Recovery(redis, build, endpoints, log);
      recovery.rounds.start();
      return recovery;
    }

    /// A sentence for `/health` while the index is being recovered; else empty.
    Optional<String> warning() {
      return Optional.ofNullable(warning);
    }

    /// Looks at Redis, or goes on with what it needs.
    ///
    /// @return the pause before the next look
    private Duration look() {
      boolean wasDead = isDead;
      isDead = !redis.process().isAlive();
      if (isDead && !wasDead) {
        return PAUSE.multipliedBy(1L << starts);
      }
      if (isDead) {
        restart();
      }
      if (!isDead && warning != null && rebuilds < REBUILDS_MAX) {
        rebuild();
      }
      return PAUSE;
    }

    private void restart() {
      if (starts == STARTS_MAX) {
        redis.giveUp("Redis, which was started again %d times,".formatted(STARTS_MAX));
        return;
      }
      starts++;
      tell(
          "Redis has ended unexpectedly. It is started again (%d of at most %d times), and the"
                  .formatted(starts, STARTS_MAX)
              + " indexes are rebuilt");
      try {
        redis.restart();
        rebuilds = 0;
        isDead = false;
      } catch (ServerStartException e) {
        starts = STARTS_MAX;
        redis.giveUp("Redis does not start again (%s), and".formatted(e.getMessage()));
      }
    }

    /// Rebuilds what was lost. If that fails, the next look tries again.
    private void rebuild() {
      rebuilds++;
      try {
        for (Listing listing : build.missing()) {
          build.ensure(listing, RebuildListener.NONE, () -> !rounds.isClosed());
        }
        warning = null;
        log.accept("The indexes are complete again");
      } catch (RuntimeException e) {
        tell(
            rebuilds < REBUILDS_MAX
                ? "The indexes are not rebuilt yet: " + e.getMessage()
                : "The indexes could not be rebuilt: `pagemark rebuild --listing NAME%s` tries again"
                    .formatted(endpoints));
      }
    }

    private void tell(String line) {
      warning = line;
      log.accept(line);
    }

    @Override
    public void close() {
      rounds.close();
    }
  }
}
