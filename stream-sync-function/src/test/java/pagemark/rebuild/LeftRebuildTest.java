package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Inexact;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.writer.WriterNote;
import pagemark.sync.TableModel;

/// Rebuilds that were abandoned, and the rebuilds that come after them.
final class LeftRebuildTest {
  private final RebuildWorld world = new RebuildWorld();

  /// The rebuild of a process that has read the whole table.
  private Rebuild read(String owner) {
    return read(world.rebuild(owner));
  }

  private static Rebuild read(Rebuild rebuild) {
    RebuildWorld.begun(rebuild);
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

  /// The same, and the clock of the stopped process was four days ahead: by its note, somebody has
  /// just worked.
  @Test
  void planOfAClockThatWasAheadIsGivenUp() {
    world.put("ab", "1");
    world.put("rita", "2");
    world.machinesBehind = Duration.ofDays(-4);
    read(world.watched("a", _ -> {}));
    world.machinesBehind = Duration.ZERO;
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
    Rebuild second = world.begun("b");
    assertEquals(true, second.progress().getFirst().done());
    assertEquals(begun, second.generation());

    second.segment(0, () -> true, RebuildListener.NONE);
    second.writersBehind();
    world.now = world.now.plus(Duration.ofHours(12)).plusMillis(1);
    Rebuild third = world.begun("c");
    assertEquals(SegmentProgress.START, third.progress().getFirst());
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
    second.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(first.generation(), second.generation());
    assertEquals(StepEnd.DONE, second.finish());
    world.assertEqualsTable("after three days of work");
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
    GroupRef group = new GroupRef(world.serving().id(), "comments", new Group("A"));
    for (var item : world.fixture.table.items()) {
      if (item.toString().contains(key)
          && RebuildWorld.LISTING.definition().indexable(item) instanceof Indexed(_, var entry)) {
        world.index.plant(group, entry, false);
      }
    }
  }

  @Test
  void planThatMissedRecordsIsGivenUpAndOneThatLostWritesIsNot() {
    world.put("rita", "1");
    String begun = read("a").generation();
    world.now = world.now.plusSeconds(61);
    mark(begun, Inexact.Cause.LOST_WRITES);
    mark(begun, Inexact.Cause.UNREADABLE_RECORD);
    Rebuild second = world.begun("b");
    assertEquals(begun, second.generation());

    mark(begun, Inexact.Cause.MISSED_RECORDS);
    world.now = world.now.plusSeconds(61);
    Rebuild third = world.begun("c");
    assertNotEquals(begun, third.generation());
    assertEquals(Optional.of("it has missed records of the stream"), third.gaveUp());

    world.fixture.state.suspend("comments", third.generation());
    world.now = world.now.plusSeconds(61);
    assertNotEquals(third.generation(), world.begun("d").generation());
  }

  private void mark(String generation, Inexact.Cause cause) {
    world.fixture.state.mark("comments", generation, new Inexact(cause, world.now, world.now));
  }

  /// The machine's clock is an hour slow. A record from before the rebuild comes again.
  @Test
  void takesTheBirthFromTheClockOfTheStore() {
    world.machinesBehind = Duration.ofHours(1);
    world.begun("a");
    assertEquals(world.now, world.fixture.state.live("comments").getLast().birth());
  }

  /// The machine's clock is an hour fast. New notes of writers must not count as old.
  @Test
  void waitsForWritersByTheClockOfTheStore() {
    world.machinesBehind = Duration.ofHours(-1);
    world.fixture.writers.note(
        new WriterNote("w", TableModel.STREAM, Set.of("g-comments"), world.now, 0));
    Rebuild rebuild = world.begun("a");
    assertEquals(1, rebuild.writersBehind());
  }

  /// The answer was lost, and the same owner calls again.
  @ParameterizedTest
  @ValueSource(strings = {"Markers.drop", "Rebuilds.end"})
  void anOwnerThatWasKilledAfterItServedCompletesItsRebuild(String end) {
    world.put("rita", "1");
    Rebuild killed = world.watched("a", RebuildWorld.killedAt(end));
    assertThrows(RebuildWorld.Killed.class, () -> RebuildWorld.run(killed));

    assertEquals(1, RebuildWorld.run(world.rebuild("a")).counts().entries());
    assertEquals(killed.generation(), world.serving().id());
    world.assertEqualsTable("ended");
  }
}
