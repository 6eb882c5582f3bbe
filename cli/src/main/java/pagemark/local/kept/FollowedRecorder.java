package pagemark.local.kept;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import pagemark.local.data.LocalState;
import pagemark.local.data.StackException;
import pagemark.local.pump.PumpState;
import pagemark.local.pump.StreamPump;

/// Writes the [FollowedNote] every ten seconds and at the end.
public final class FollowedRecorder implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  private final FollowedNote note;
  private final Set<String> listings;
  private final StreamPump pump;
  private final InstantSource clock;
  private final Consumer<String> log;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("followed").unstarted(this::run);
  private boolean caughtUpOnce;

  private FollowedRecorder(
      FollowedNote note, LocalState state, StreamPump pump, Consumer<String> log) {
    this.note = note;
    this.listings = Set.copyOf(state.listings().byName().keySet());
    this.pump = pump;
    this.clock = state.clock();
    this.log = log;
  }

  public static FollowedRecorder start(
      FollowedNote note, LocalState state, StreamPump pump, Consumer<String> log) {
    FollowedRecorder recorder = new FollowedRecorder(note, state, pump, log);
    recorder.thread.start();
    return recorder;
  }

  private void run() {
    try {
      while (!stop.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        record();
      }
      record();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StackException e) {
      log.accept(String.valueOf(e.getMessage()));
    }
  }

  /// Writes the note. Does nothing until the pump has caught up once: before that, the pump does
  /// not know how far behind it is.
  private void record() throws InterruptedException {
    Instant asked = clock.instant();
    PumpState pumped = pump.await(WAIT_MAX);
    caughtUpOnce |= pumped.isCaughtUp();
    if (caughtUpOnce) {
      note.write(note.read().andUntil(listings, asked.minusMillis(pumped.lagMillis())));
    }
  }

  /// Writes the last note. Returns after a few seconds at most.
  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join(WAIT_MAX.multipliedBy(4));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
