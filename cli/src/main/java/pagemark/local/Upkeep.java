package pagemark.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import pagemark.function.RepairHandler;
import pagemark.local.data.LocalState;
import pagemark.local.lambda.LocalFunction;
import pagemark.local.pump.Rounds;
import pagemark.sync.StreamSync;
import pagemark.watch.EventSink;
import pagemark.watch.SignedStream;
import pagemark.watch.StreamWatch;

/// Runs what a deployed stack runs on a schedule: every minute the sweep of what has expired, and
/// the watch of the stream; every five minutes the repair, which checks that the index still has
/// all acknowledged writes, and settles suspects. Of a table that is only read, it sweeps, and
/// looks whether its stream is still on.
final class Upkeep implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final int REPAIR_EVERY = 5;
  private static final Duration TIME_MAX = Duration.ofMinutes(2);

  private final StreamWatch watch;
  private final RepairHandler repair;
  private final boolean isReadOnly;
  private final Consumer<String> log;
  private final Rounds rounds = new Rounds("upkeep", EVERY, this::next);
  private int runs;

  private Upkeep(
      StreamWatch watch, RepairHandler repair, boolean isReadOnly, Consumer<String> log) {
    this.watch = watch;
    this.repair = repair;
    this.isReadOnly = isReadOnly;
    this.log = log;
  }

  /// Starts a thread. Its first run is after a minute, when the stream is followed.
  static Upkeep start(LocalState state, LocalFunction sync, Consumer<String> log) {
    Upkeep upkeep = of(state, sync, log);
    upkeep.rounds.start();
    return upkeep;
  }

  /// Makes an upkeep without a thread.
  static Upkeep of(LocalState state, LocalFunction sync, Consumer<String> log) {
    RepairHandler repair = RepairHandler.ofKnown(state.wiring());
    return new Upkeep(watch(state, sync, log), repair, state.listed().isReadOnly(), log);
  }

  private static StreamWatch watch(LocalState state, LocalFunction sync, Consumer<String> log) {
    SignedStream stream = state.listed().source().stream(state.table().stream());
    return state.wiring().watch(stream, new EventSink(sync::call)).watch(log);
  }

  private Duration next() {
    attempt(runs++);
    return EVERY;
  }

  /// Runs the upkeep once. If a part of it fails, a later run tries that part again.
  ///
  /// @param before the number of runs before this one
  void attempt(int before) {
    long until = System.nanoTime() + TIME_MAX.toNanos();
    attempt("sweep", () -> call(Map.of("action", "sweep")));
    if (isReadOnly) {
      attempt("watch", watch::look);
      return;
    }
    attempt("watch", () -> watch.run(() -> !rounds.isClosed() && System.nanoTime() < until));
    if (before % REPAIR_EVERY == REPAIR_EVERY - 1) {
      attempt("repair", () -> call(Map.of()));
    }
  }

  /// Calls the function of repairs. Its answer is for a state machine, and nobody reads it here.
  private void call(Map<String, Object> event) {
    repair.handleRequest(
        event,
        new LocalFunction.Invocation(new LocalFunction.Settings("repair", TIME_MAX, _ -> {})));
  }

  private void attempt(String part, Runnable run) {
    try {
      run.run();
    } catch (RuntimeException e) {
      if (!rounds.isClosed()) {
        log.accept("The %s failed and will be retried: %s".formatted(part, e));
      }
    }
  }

  @Override
  public void close() {
    rounds.close();
  }

  /// Makes the stream function look every two seconds which generations it follows, and note them
  /// if they have changed. Otherwise a rebuild would wait for the next write to the table. While
  /// records are pending, their batches note more: how far the function is behind.
  static final class WriterPulse implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final StreamSync consumer;
    private final Supplier<Optional<Instant>> quietSince;
    private final Consumer<String> log;
    private final Rounds rounds = new Rounds("writer-pulse", EVERY, this::note);
    private boolean failed;

    private WriterPulse(
        StreamSync consumer, Supplier<Optional<Instant>> quietSince, Consumer<String> log) {
      this.consumer = consumer;
      this.quietSince = quietSince;
      this.log = log;
    }

    /// @param quietSince the time before which all records are applied, if none are pending
    static WriterPulse start(
        StreamSync consumer, Supplier<Optional<Instant>> quietSince, Consumer<String> log) {
      WriterPulse pulse = new WriterPulse(consumer, quietSince, log);
      pulse.rounds.start();
      return pulse;
    }

    private Duration note() {
      try {
        consumer.note(quietSince.get());
        failed = false;
      } catch (RuntimeException e) {
        if (!failed && !rounds.isClosed()) {
          log.accept("The generations that are followed cannot be noted: " + e.getMessage());
        }
        failed = true;
      }
      return EVERY;
    }

    @Override
    public void close() {
      rounds.close();
    }
  }
}
