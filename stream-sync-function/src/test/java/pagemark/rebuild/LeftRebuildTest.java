package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import pagemark.index.GroupRef;
import pagemark.key.Group;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.SegmentPosition;
import pagemark.state.writer.WriterNote;
import pagemark.sync.TableModel;

/// Rebuilds that were abandoned, and the rebuilds that come after them.
final class LeftRebuildTest {
  private final RebuildWorld world = new RebuildWorld();

  /// The rebuild of a process that has read the whole table.
  private Rebuild read(String owner) {
    Rebuild rebuild = world.rebuild(owner);
    rebuild.begin(1);
    rebuild.segment(0, () -> true, RebuildListener.NONE);
    return rebuild;
  }

  /// A rebuild and the stream's function are stopped on Friday. On Friday evening rita removes her
  /// comment. On Monday the record is gone from the stream, and both go on.
  @Test
  void planThatWasLeftWhileRecordsWereLostIsGivenUp() {
    world.put("ab", "1");
    world.put("rita", "2");
    read("a");
    world.remove("rita");
    world.now = world.now.plus(Duration.ofDays(3));

    RebuildWorld.run(world.rebuild("b"));
    world.assertEqualsTable("after three days");
  }

  @Test
  void goesOnWithAPlanThatWasLeftForTwelveHoursButNotForLonger() {
    world.put("rita", "1");
    String begun = read("a").generation();
    world.now = world.now.plus(Duration.ofHours(12));
    Rebuild second = world.rebuild("b");
    assertEquals(true, second.begin(1).getFirst().done());
    assertEquals(begun, second.generation());

    second.segment(0, () -> true, RebuildListener.NONE);
    second.writersBehind();
    world.now = world.now.plus(Duration.ofHours(12)).plusMillis(1);
    Rebuild third = world.rebuild("c");
    assertEquals(List.of(SegmentPosition.START), third.begin(1));
    assertNotEquals(begun, third.generation());
  }

  /// The table is large, and somebody works on the plan all the time.
  @Test
  void planThatIsWorkedOnForDaysGoesOn() {
    world.put("rita", "1");
    Rebuild first = read("a");
    for (int hours = 0; hours < 72; hours += 6) {
      world.now = world.now.plus(Duration.ofHours(6));
      first.writersBehind();
    }
    Rebuild second = world.rebuild("b");
    world.now = world.now.plusSeconds(61);
    second.begin(1);
    assertEquals(first.generation(), second.generation());
    assertEquals(Rebuild.Progress.DONE, second.finish());
    world.assertEqualsTable("after three days of work");
  }

  /// A laptop is closed at any line of a rebuild, and opened three days later. Its own stream
  /// function was stopped, too.
  @Test
  void aProcessThatSleptForDaysDoesNotServeItsOldIndex() {
    int calls = calls();
    for (int call = 1; call <= calls; call++) {
      LeftRebuildTest run = new LeftRebuildTest();
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

  /// Somebody requests the next rebuild because the index is wrong.
  @Test
  void completesAPlanThatServesAndBeginsANewOne() {
    for (String end : List.of("Rebuilds.end", "Generations.retired", "Markers.drop")) {
      LeftRebuildTest run = new LeftRebuildTest();
      run.killedAfterItServes(end);
    }
  }

  private void killedAfterItServes(String end) {
    world.put("ab", "1");
    world.put("rita", "2");
    Rebuild killed = world.watched("a", RebuildWorld.killedAt(end));
    assertThrows(RebuildWorld.Killed.class, () -> RebuildWorld.run(killed));
    String served = world.serving().id();
    assertEquals(killed.generation(), served, end);
    lose("rita");

    world.now = world.now.plusSeconds(61);
    var result = RebuildWorld.run(world.rebuild("b"));
    assertEquals(2, result.counts().entries());
    assertNotEquals(served, world.serving().id());
    world.assertEqualsTable(end);
  }

  private void lose(String key) {
    for (var item : world.fixture.table.items()) {
      if (item.toString().contains(key)
          && RebuildWorld.LISTING.definition().indexable(item)
              instanceof Indexed(Group group, var entry)) {
        GroupRef ref = new GroupRef(world.serving().id(), "comments", group);
        world.index.plant(ref, entry, false);
      }
    }
  }

  /// A rebuild that its own owner has begun is kept if the same owner calls again.
  @Test
  void anewGoesOnOnlyWithItsOwnersRebuild() {
    world.put("rita", "1");
    String left = read("a").generation();
    world.now = world.now.plusSeconds(61);

    Rebuild anew = world.rebuild("b").anew();
    assertEquals(List.of(SegmentPosition.START), anew.begin(1));
    assertNotEquals(left, anew.generation());
    assertEquals(Optional.of("a new rebuild was requested"), anew.gaveUp());
    Rebuild again = world.rebuild("b").anew();
    again.begin(1);
    assertEquals(anew.generation(), again.generation());
    assertEquals(Optional.empty(), again.gaveUp());
    end(again);
    world.assertEqualsTable("anew");
  }

  @Test
  void planThatMissedRecordsIsGivenUpAndOneThatLostWritesIsNot() {
    world.put("rita", "1");
    String begun = read("a").generation();
    world.now = world.now.plusSeconds(61);
    mark(begun, Inexact.Cause.LOST_WRITES);
    Rebuild second = world.rebuild("b");
    second.begin(1);
    assertEquals(begun, second.generation());

    mark(begun, Inexact.Cause.MISSED_RECORDS);
    world.now = world.now.plusSeconds(61);
    Rebuild third = world.rebuild("c");
    third.begin(1);
    assertNotEquals(begun, third.generation());
    assertEquals(Optional.of("it has missed records of the stream"), third.gaveUp());
  }

  private void mark(String generation, Inexact.Cause cause) {
    world.fixture.state.mark("comments", generation, new Inexact(cause, world.now, world.now));
  }

  /// The machine's clock is an hour slow. A record from before the rebuild comes again.
  @Test
  void takesTheBirthFromTheClockOfTheStore() {
    world.machinesBehind = Duration.ofHours(1);
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1);
    assertEquals(world.now, world.fixture.state.live("comments").getLast().birth());
  }

  /// The machine's clock is an hour fast. New notes of writers must not count as old.
  @Test
  void waitsForWritersByTheClockOfTheStore() {
    world.machinesBehind = Duration.ofHours(-1);
    world.fixture.writers.note(
        new WriterNote("w", TableModel.STREAM, Set.of("g-comments"), world.now, 0));
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1);
    assertEquals(1, rebuild.writersBehind());
  }

  /// The answer was lost, and the same owner calls again.
  @Test
  void anOwnerThatWasKilledAfterItServedCompletesItsRebuild() {
    world.put("rita", "1");
    Rebuild killed = world.watched("a", RebuildWorld.killedAt("Rebuilds.end"));
    assertThrows(RebuildWorld.Killed.class, () -> RebuildWorld.run(killed));

    assertEquals(1, RebuildWorld.run(world.rebuild("a")).counts().entries());
    assertEquals(killed.generation(), world.serving().id());
    world.assertEqualsTable("ended");
  }

  /// An owner is suspended at any line for a minute. Another one takes over, and has completed its
  /// rebuild or has just begun when the first one wakes up.
  @Test
  void anOwnerThatWakesUpLateDoesNoHarm() {
    int calls = calls();
    for (int call = 1; call <= calls; call++) {
      new LeftRebuildTest().wakesAt(call, true, false);
      new LeftRebuildTest().wakesAt(call, false, false);
      new LeftRebuildTest().wakesAt(call, true, true);
      new LeftRebuildTest().wakesAt(call, false, true);
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
              second[0].begin(2);
              if (toItsEnd) {
                end(second[0]);
              }
            });
    String message = "call " + call + (toItsEnd ? ", to its end" : "") + (flushed ? ", lost" : "");
    try {
      RebuildWorld.run(world.watched("a", meanwhile));
    } catch (RebuildLostException | RebuildHeldException | RebuildException e) {
      // the owner has noticed that it is no longer the owner
    }
    if (!toItsEnd) {
      end(second[0]);
    }
    world.assertEqualsTable(message);
    assertTrue(
        Set.of(world.serving().id(), "g-by-author").containsAll(world.index.generations()),
        message);
  }

  private static void end(Rebuild rebuild) {
    for (int segment = 0; segment < rebuild.positions().size(); segment++) {
      assertEquals(
          Rebuild.Progress.DONE, rebuild.segment(segment, () -> true, RebuildListener.NONE));
    }
    assertEquals(Rebuild.Progress.DONE, rebuild.finish());
  }
}
