package pagemark.index;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Lets the actors of a simulation go on one at a time. An actor is a virtual thread, and parks at
/// each of its I/Os. At each turn a seed decides which actor goes on, and how much virtual time
/// passes.
///
/// Actors run among themselves until all have ended ([#run()]), or a world decides what happens
/// between their turns ([#run(Runnable)], [#step]).
public final class Turns implements InstantSource {
  private static final int TURNS_MAX = 200_000;

  private final RandomGenerator random;
  private final int stepMillisMax;
  private final List<Actor> actors = new ArrayList<>();
  private final Semaphore back = new Semaphore(0);
  private long now;
  private int turns;
  private @Nullable Actor running;
  private @Nullable Throwable failure;
  private boolean amongThemselves;
  private boolean over;

  /// @param stepMillisMax the time that passes at most between two I/Os
  public Turns(RandomGenerator random, Instant start, int stepMillisMax) {
    this.random = random;
    this.now = start.toEpochMilli();
    this.stepMillisMax = stepMillisMax;
  }

  /// The end of a process or invocation in the middle of its work. No production code catches it.
  public static final class Crash extends Error {
    public Crash() {
      super("crashed", null, false, false);
    }
  }

  private static final class Actor {
    private final Semaphore go = new Semaphore(0);
    private long wakeAt;
    private @Nullable Thread thread;
    private boolean dies;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public long millis() {
    return now;
  }

  /// Lets time pass for all actors.
  public void advance(Duration duration) {
    now += duration.toMillis();
  }

  /// Runs until all actors have ended. The actor that parks wakes the next one itself: a thread
  /// between them would double the switches, which are a third of a simulation's time.
  ///
  /// @throws AssertionError if an actor failed with one
  public void run() {
    turns = 0;
    amongThemselves = true;
    handOver(null);
    back.acquireUninterruptibly();
    amongThemselves = false;
    check();
  }

  /// Runs `world` in a virtual thread, as actors do, so that no step waits for the operating
  /// system. When it returns, all actors that are left crash.
  public void run(Runnable world) {
    Thread loop =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    world.run();
                  } catch (Throwable e) {
                    failure = e;
                  }
                  over = true;
                  while (!actors.isEmpty()) {
                    go(actors.getFirst());
                  }
                });
    try {
      loop.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    check();
  }

  private void check() {
    if (failure instanceof AssertionError wrong) {
      throw wrong;
    }
    if (failure != null) {
      throw new IllegalStateException("an actor or the world failed", failure);
    }
  }

  /// Adds an actor, which starts when it is its turn. A [Crash] ends it without an error.
  public void start(Runnable body) {
    Actor actor = new Actor();
    actors.add(actor);
    actor.thread = Thread.ofVirtual().start(() -> live(actor, body));
  }

  private void live(Actor actor, Runnable body) {
    actor.go.acquireUninterruptibly();
    try {
      if (!over) {
        body.run();
      }
    } catch (Crash e) {
      // ends only this actor
    } catch (Throwable e) {
      failure = e;
    }
    actors.remove(actor);
    handOver(actor);
  }

  public boolean hasActors() {
    return !actors.isEmpty();
  }

  /// Whether the caller is an actor: neither the world, nor a thread that an actor started.
  public boolean isActor() {
    Actor actor = running;
    return actor != null && Thread.currentThread().equals(actor.thread);
  }

  /// Lets one actor go on until it parks or ends. For a world.
  public void step() {
    passTime();
    if (!actors.isEmpty()) {
      go(next());
      check();
    }
  }

  private void passTime() {
    now += random.nextInt(stepMillisMax);
  }

  private void go(Actor actor) {
    running = actor;
    actor.go.release();
    back.acquireUninterruptibly();
    running = null;
  }

  /// Lets the next actor go on, or goes back to who called `run` or [#step].
  ///
  /// @param self the actor that calls, null if it is none
  /// @return whether `self` goes on itself
  private boolean handOver(@Nullable Actor self) {
    if (!amongThemselves || isDone()) {
      back.release();
      return false;
    }
    passTime();
    Actor next = next();
    running = next;
    if (next != self) {
      next.go.release();
    }
    return next == self;
  }

  private boolean isDone() {
    if (turns++ == TURNS_MAX && !actors.isEmpty()) {
      failure = new AssertionError("the simulation does not come to an end");
    }
    return actors.isEmpty() || failure != null;
  }

  private Actor next() {
    int awake = 0;
    Actor first = actors.getFirst();
    for (Actor actor : actors) {
      awake += actor.wakeAt <= now ? 1 : 0;
      first = actor.wakeAt < first.wakeAt ? actor : first;
    }
    if (awake == 0) {
      now = first.wakeAt;
      return first;
    }
    int chosen = random.nextInt(awake);
    for (Actor actor : actors) {
      if (actor.wakeAt <= now && chosen-- == 0) {
        return actor;
      }
    }
    throw new IllegalStateException("nobody is awake");
  }

  /// Lets others go on. An actor calls it at each I/O.
  ///
  /// @throws Crash if the actor was killed, or the world has ended
  public void park() {
    Actor self = current();
    if (!handOver(self)) {
      self.go.acquireUninterruptibly();
    }
    if (self.dies || over) {
      throw new Crash();
    }
  }

  /// Lets the calling actor sleep. Nobody else has to.
  public void sleep(Duration duration) {
    if (running != null) {
      running.wakeAt = now + duration.toMillis();
      park();
    }
  }

  /// Kills the running actor's work: it crashes at its next I/O, and at each one that it still
  /// tries.
  public void kill() {
    current().dies = true;
  }

  /// Lets the running actor begin new work after a kill.
  public void revive() {
    current().dies = false;
  }

  private Actor current() {
    Actor actor = running;
    if (actor == null) {
      throw new IllegalStateException("no actor runs");
    }
    return actor;
  }

  /// Wraps a port so that its calls are I/Os: the actor parks before and after each.
  public <T> T parked(Class<T> port, T real) {
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
}
