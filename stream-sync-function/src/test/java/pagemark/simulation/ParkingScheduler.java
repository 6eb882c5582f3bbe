package pagemark.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import pagemark.index.WatchedPort;

/// Lets actors run one at a time. An actor parks at each I/O. A seed decides which actor goes on
/// next, and how much virtual time passes. The actor that parks wakes the next one itself: a thread
/// between them would double the switches, which are a third of a simulation's time.
final class ParkingScheduler implements InstantSource {
  private static final int STEPS_MAX = 200_000;

  private final Random random;
  private final List<Actor> actors = new ArrayList<>();
  private final Semaphore over = new Semaphore(0);
  private final int stepMillisMax;
  private Instant now;
  private int steps;
  private @Nullable Actor running;
  private @Nullable Throwable failure;

  ParkingScheduler(Random random, Instant start) {
    this(random, start, 500);
  }

  /// @param stepMillisMax time that passes at most between two I/Os
  ParkingScheduler(Random random, Instant start, int stepMillisMax) {
    this.random = random;
    this.now = start;
    this.stepMillisMax = stepMillisMax;
  }

  private static final class Actor {
    private final Semaphore go = new Semaphore(0);
    private Instant wakeAt = Instant.MIN;
    private @Nullable Thread thread;
    private boolean dies;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /// Lets time pass for all actors.
  void advance(Duration duration) {
    now = now.plus(duration);
  }

  /// Adds an actor, which starts when it is its turn. A [Crash] ends it without an error.
  void start(Runnable body) {
    Actor actor = new Actor();
    actors.add(actor);
    actor.thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  actor.go.acquireUninterruptibly();
                  try {
                    body.run();
                  } catch (Crash e) {
                    // ends only this actor
                  } catch (Throwable e) {
                    failure = e;
                  }
                  actors.remove(actor);
                  wakeNext(actor);
                });
  }

  /// Must be called at each I/O of the running actor.
  ///
  /// @throws Crash if the actor was killed
  void park() {
    Actor self = current();
    if (!wakeNext(self)) {
      self.go.acquireUninterruptibly();
    }
    if (self.dies) {
      throw new Crash();
    }
  }

  /// Kills the running actor's work: it crashes at its next I/O, and at each one that it still
  /// tries.
  void kill() {
    current().dies = true;
  }

  /// Lets the running actor begin new work after a kill.
  void revive() {
    current().dies = false;
  }

  /// Whether the caller is an actor, and not a thread that an actor started.
  boolean isActor() {
    return Thread.currentThread().equals(current().thread);
  }

  private Actor current() {
    if (running == null) {
      throw new IllegalStateException("no actor runs");
    }
    return running;
  }

  /// Wraps a port so that its calls are I/Os: the actor parks before and after each.
  <T> T parked(Class<T> port, T real) {
    return WatchedPort.of(
        port,
        real,
        (_, _, call) -> {
          park();
          Object answer = call.answer();
          park();
          return answer;
        });
  }

  void sleep(Duration duration) {
    current().wakeAt = now.plus(duration);
    park();
  }

  /// Runs until all actors have ended.
  ///
  /// @throws AssertionError if an actor failed
  void run() {
    steps = 0;
    wakeNext(null);
    over.acquireUninterruptibly();
    if (failure instanceof AssertionError wrong) {
      throw wrong;
    }
    if (failure != null) {
      throw new IllegalStateException("an actor failed", failure);
    }
  }

  /// Lets the next actor go on, or ends the run if there is none.
  ///
  /// @param self the actor that calls, null if it is none
  /// @return whether `self` goes on itself
  private boolean wakeNext(@Nullable Actor self) {
    if (steps++ == STEPS_MAX && !actors.isEmpty()) {
      failure = new AssertionError("the simulation does not come to an end");
    }
    if (actors.isEmpty() || failure != null) {
      over.release();
      return false;
    }
    advance(Duration.ofMillis(random.nextInt(stepMillisMax)));
    Actor next = next();
    running = next;
    if (next != self) {
      next.go.release();
    }
    return next == self;
  }

  private Actor next() {
    List<Actor> awake = new ArrayList<>(actors.size());
    Actor first = actors.getFirst();
    for (Actor actor : actors) {
      first = actor.wakeAt.isBefore(first.wakeAt) ? actor : first;
      if (!actor.wakeAt.isAfter(now)) {
        awake.add(actor);
      }
    }
    if (!awake.isEmpty()) {
      return awake.get(random.nextInt(awake.size()));
    }
    now = first.wakeAt;
    return first;
  }
}
