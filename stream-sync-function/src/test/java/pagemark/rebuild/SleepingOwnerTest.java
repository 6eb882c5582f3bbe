package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import pagemark.state.Generation;
import pagemark.state.RebuildHeldException;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.RebuildLostException;

/// The owner of a rebuild is suspended at any of its calls, and goes on after others have.
final class SleepingOwnerTest {
  private final RebuildWorld world = new RebuildWorld();

  /// A laptop is closed at any line of a rebuild, and opened three days later. Its own stream
  /// function was stopped, too.
  @Test
  void aProcessThatSleptForDaysDoesNotServeItsOldIndex() {
    int calls = calls();
    for (int call = 1; call <= calls; call++) {
      SleepingOwnerTest run = new SleepingOwnerTest();
      run.sleepAt(call);
    }
  }

  private static int calls() {
    RebuildWorld world = new RebuildWorld();
    world.put("rita", "1");
    AtomicInteger calls = new AtomicInteger();
    RebuildWorld.run(world.watched("a", _ -> calls.incrementAndGet()));
    assertTrue(calls.get() > 15, "there are " + calls);
    return calls.get();
  }

  private void sleepAt(int sleepAt) {
    world.put("ab", "1");
    world.put("rita", "2");
    AtomicReference<Generation> before = new AtomicReference<>();
    AtomicReference<String> slept = new AtomicReference<>("");
    AtomicInteger calls = new AtomicInteger();
    Consumer<String> sleep =
        call -> {
          if (calls.incrementAndGet() == sleepAt) {
            before.set(world.serving());
            slept.set(call);
            world.remove("rita");
            world.now = world.now.plus(Duration.ofDays(3));
          }
        };
    try {
      RebuildWorld.run(world.watched("a", sleep));
      if (!before.get().equals(world.serving())) {
        world.assertEqualsTable("slept at " + slept);
      }
    } catch (RebuildLostException | RebuildException e) {
      // a request that was already sent still uses the old state, and the process notices that
      boolean onItsWay = slept.get().equals("Rebuilds.serve");
      assertTrue(onItsWay || before.get().equals(world.serving()), slept + ": " + e.getMessage());
    }
    world.now = world.now.plus(Lease.LENGTH).plusSeconds(1);
    RebuildWorld.run(world.rebuild("b"));
    world.assertEqualsTable("slept at " + slept);
  }

  private static Consumer<String> at(int call, Runnable happening) {
    AtomicInteger calls = new AtomicInteger();
    return _ -> {
      if (calls.incrementAndGet() == call) {
        happening.run();
      }
    };
  }

  /// An owner is suspended at any line for a minute. Another one takes over, and has completed its
  /// rebuild or has just begun when the first one wakes up.
  @Test
  void anOwnerThatWakesUpLateDoesNoHarm() {
    int calls = calls();
    for (int call = 1; call <= calls; call++) {
      new SleepingOwnerTest().wakesAt(call, true, false);
      new SleepingOwnerTest().wakesAt(call, false, false);
      new SleepingOwnerTest().wakesAt(call, true, true);
      new SleepingOwnerTest().wakesAt(call, false, true);
    }
  }

  private void wakesAt(int call, boolean toItsEnd, boolean flushed) {
    world.put("rita", "1");
    Rebuild[] second = {world.rebuild("b")};
    Consumer<String> meanwhile =
        at(
            call,
            () -> {
              world.now = world.now.plusSeconds(61);
              if (flushed) {
                world.index.flush();
              }
              second[0].begin(2, () -> true, RebuildListener.NONE);
              if (toItsEnd) {
                RebuildWorld.end(second[0]);
              }
            });
    String message = "call " + call + (toItsEnd ? ", to its end" : "") + (flushed ? ", lost" : "");
    try {
      RebuildWorld.run(world.watched("a", meanwhile));
    } catch (RebuildLostException | RebuildHeldException | RebuildException e) {
      // the owner has noticed that it is no longer the owner
    }
    if (!toItsEnd) {
      RebuildWorld.end(second[0]);
    }
    world.assertEqualsTable(message);
    assertTrue(
        Set.of(world.serving().id(), "g-by-author", "g-by-tag")
            .containsAll(world.index.generations()),
        message);
  }
}
