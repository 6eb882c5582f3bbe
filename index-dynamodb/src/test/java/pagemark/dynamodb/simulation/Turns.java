package pagemark.dynamodb.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Lets actors go on one at a time. An actor is a virtual thread, and parks before each of its
/// requests. At each step a seed decides which actor goes on, and how much time passes.
final class Turns implements InstantSource {
  private final RandomGenerator random;
  private final int stepMillisMax;
  private final List<Actor> actors = new ArrayList<>();
  private final Semaphore back = new Semaphore(0);
  private long now;
  private @Nullable Actor running;
  private @Nullable Throwable failure;
  private boolean over;

  /// @param stepMillisMax the time that passes at most between two requests
  Turns(RandomGenerator random, Instant start, int stepMillisMax) {
    this.random = random;
    this.now = start.toEpochMilli();
    this.stepMillisMax = stepMillisMax;
  }

  private static final class Actor {
    private final Semaphore go = new Semaphore(0);
    private long wakeAt;
    private boolean ended;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public long millis() {
    return now;
  }

  void advance(Duration duration) {
    now += duration.toMillis();
  }

  /// Runs `world` in a virtual thread, as actors do, so that no step waits for the operating
  /// system. When it returns, all actors that are left crash.
  void run(Runnable world) {
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
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  /// Adds an actor, which starts when it is its turn. A [Crash] ends it without an error.
  void start(Runnable body) {
    Actor actor = new Actor();
    actors.add(actor);
    Thread.ofVirtual().start(() -> live(actor, body));
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
    actor.ended = true;
    back.release();
  }

  boolean hasActors() {
    return !actors.isEmpty();
  }

  /// Whether the caller is an actor.
  boolean isActor() {
    return running != null;
  }

  /// Lets one actor go on until it parks or ends.
  void step() {
    now += random.nextInt(stepMillisMax);
    if (!actors.isEmpty()) {
      go(next());
      check();
    }
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

  private void go(Actor actor) {
    running = actor;
    actor.go.release();
    back.acquireUninterruptibly();
    running = null;
    if (actor.ended) {
      actors.remove(actor);
    }
  }

  /// Lets others go on.
  void park() {
    Actor self = running;
    if (self == null) {
      throw new IllegalStateException("no actor runs");
    }
    back.release();
    self.go.acquireUninterruptibly();
    if (over) {
      throw new Crash();
    }
  }

  void sleep(Duration duration) {
    if (running != null) {
      running.wakeAt = now + duration.toMillis();
      park();
    }
  }
}
