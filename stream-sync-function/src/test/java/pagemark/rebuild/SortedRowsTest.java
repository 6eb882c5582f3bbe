package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.state.RebuildHeldException;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.SegmentProgress;

/// How long the rows of a rebuild may wait in sorted runs, and what becomes of those that wait for
/// longer.
final class SortedRowsTest {
  private final SortedWorld sorted = new SortedWorld();

  /// One segment was read five hours before the other.
  @Test
  void aMergeEndsBeforeTheFirstRowOfAllSegmentsIsTooOld() {
    Rebuild rebuild = sorted.begun(2);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 100));
    sorted.pass(rebuild, 5);
    assertEquals(StepEnd.WAITING, rebuild.segment(1, () -> true, RebuildListener.NONE));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    sorted.pass(rebuild, 8);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 100));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(List.of(1, 1), rebuild.progress().stream().map(SegmentProgress::dropped).toList());
    sorted.end(rebuild);
  }

  /// Rita deletes a comment whose row waits. Her tombstone is there until the row is too old.
  @Test
  void rowsThatWaitAreAppliedWithinHalfADay() {
    Rebuild rebuild = sorted.merging();
    sorted.delete("item" + (SortedWorld.ITEMS - 1));
    sorted.pass(rebuild, 11);
    sorted.end(rebuild);
    assertEquals(0, rebuild.progress().getFirst().dropped());
  }

  @Test
  void rowsThatHaveWaitedForHalfOfTheirTimeAreMergedHoweverFewTheyAre() {
    Rebuild rebuild = sorted.begun(1);
    assertEquals(StepEnd.PAUSED, SortedWorld.segment(rebuild, 2));
    sorted.pass(rebuild, 7);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 3));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 100));
    assertEquals(StepEnd.PAUSED, rebuild.turn(), "there is more to read");
    sorted.end(rebuild);
  }

  /// So an index that is too slow for many rows comes to an end.
  @Test
  void afterRowsBecameTooOldOthersWaitForHalfTheTime() {
    Rebuild rebuild = sorted.merging();
    sorted.pass(rebuild, 13);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 1));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(1, rebuild.progress().getFirst().dropped());
    assertEquals(StepEnd.PAUSED, SortedWorld.segment(rebuild, 2));
    sorted.pass(rebuild, 4);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 3));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    sorted.end(rebuild);
  }

  /// Nothing else renews the lease between two writes of a merge. Each takes two thirds of it.
  @Test
  void aMergeRenewsTheLeaseAsItKeepsItsProgress() {
    List<Instant> writes = new ArrayList<>();
    Rebuild rebuild =
        sorted.world.watched(
            "a",
            call -> {
              if (call.equals("PageIndexWriter.write")) {
                sorted.world.now = sorted.world.now.plusSeconds(20);
                writes.add(sorted.world.now);
                assertThrows(RebuildHeldException.class, this::takeOver, writes::toString);
              }
            });
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    sorted.end(rebuild);
    assertTrue(writes.size() > SortedWorld.ITEMS / 3, writes::toString);
  }

  private void takeOver() {
    sorted.world.rebuilds.acquire(
        new Lease(RebuildWorld.LISTING.name(), "b", sorted.world.clock, Duration.ZERO));
  }

  @Test
  void rowsThatWaitForLongerAreReadAgain() {
    Rebuild rebuild = sorted.merging();
    sorted.delete("item" + (SortedWorld.ITEMS - 1));
    sorted.pass(rebuild, 49);
    int pages = sorted.read.size();
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 2));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(1, rebuild.progress().getFirst().dropped());
    sorted.end(rebuild);
    assertTrue(sorted.read.size() > pages);
  }

  @Test
  void rowsThatBecomeTooOldAgainAndAgainStopTheRebuild() {
    Rebuild rebuild = sorted.merging();
    RebuildException stopped =
        assertThrows(
            RebuildException.class,
            () -> {
              for (int i = 0; i < 100; i++) {
                sorted.pass(rebuild, 13);
                SortedWorld.segment(rebuild, 100);
                rebuild.turn();
              }
            });
    assertEquals(
        "the rows of segment 0 became too old for the 9th time before all were applied",
        stopped.getMessage());
  }

  @Test
  void rowsWhoseRunsWereDroppedAreReadAgain() {
    Rebuild rebuild = sorted.merging();
    sorted.runs().drop(rebuild.generation());
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 2));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(1, rebuild.progress().getFirst().dropped());
    sorted.end(rebuild);
  }
}
