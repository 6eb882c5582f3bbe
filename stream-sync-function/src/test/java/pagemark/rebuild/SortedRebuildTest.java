package pagemark.rebuild;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import pagemark.index.rows.InMemoryRuns;
import pagemark.rebuild.Rebuild.StepEnd;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.Lease;
import pagemark.state.rebuild.WaitingRows;
import pagemark.sync.StreamSync;
import pagemark.sync.SyncFixture;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rebuilds of an index that wants rows in order, whose batches have two rows.
final class SortedRebuildTest {
  private static final int ITEMS = 11;

  private RebuildWorld world = RebuildWorld.byPlace();
  private final List<Integer> read = new ArrayList<>();

  /// A new world with a table in which neighbours of the scan are none in the index.
  private void begin() {
    world = RebuildWorld.byPlace();
    world.settings = RebuildSettings.DEFAULT.rowsPerCall(3);
    world.scan = this::oneItem;
    read.clear();
    for (int i = 0; i < ITEMS; i++) {
      put(i, 1 + i * 7 % ITEMS);
    }
  }

  private void put(int item, int day) {
    world.fixture.table.put(
        Map.of(
            "PK", fromS("item" + item),
            "PK2", fromS("" + "ABC".charAt(item % 3)),
            "SK", fromS("2024-05-%02d 00:00".formatted(day)),
            "likes", fromN("" + day)));
  }

  /// Hands out the items of segment 0 one by one.
  private TableScan.Page oneItem(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> items = List.copyOf(world.fixture.table.items());
    int next = after.isEmpty() ? 0 : Integer.parseInt(requireNonNull(after.get("n")).n()) + 1;
    if (segment > 0) {
      return new TableScan.Page(List.of(), Map.of());
    }
    read.add(next);
    return new TableScan.Page(
        List.of(items.get(next)),
        next == items.size() - 1 ? Map.of() : Map.of("n", fromN("" + next)));
  }

  private InMemoryRuns runs() {
    return (InMemoryRuns) world.index.rowRuns().orElseThrow();
  }

  private StepEnd segment(Rebuild rebuild, int steps) {
    int[] left = {steps};
    return rebuild.segment(0, () -> left[0]-- > 0, RebuildListener.NONE);
  }

  /// Reads until some rows have been merged, and more are left.
  private Rebuild merging() {
    begin();
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    for (int i = 0; i < 20; i++) {
      assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
      WaitingRows waiting = rebuild.progress().getFirst().waiting();
      if (waiting != null && waiting.merged() != null) {
        return rebuild;
      }
    }
    throw new AssertionError("nothing is merged");
  }

  private void end(Rebuild rebuild) {
    RebuildWorld.end(rebuild);
    world.assertEqualsTable("at the end");
    assertEquals(Map.of(), runs().generations(), "no runs are left");
  }

  @Test
  void aProcessCanBeKilledAtEveryCall() {
    int calls = 0;
    boolean killed = true;
    for (; killed; calls++) {
      begin();
      killed = isKilled(calls);
      world.now = world.now.plusSeconds(61);
      RebuildRun.Result result = RebuildWorld.run(world.rebuild("b"));
      assertTrue(result.done());
      assertEquals(ITEMS, result.counts().entries(), "killed at call " + calls);
      world.assertEqualsTable("killed at call " + calls);
    }
    assertTrue(calls > 100, calls + " calls");
  }

  /// @param left so many calls are made
  private boolean isKilled(int left) {
    int[] made = {0};
    Rebuild rebuild =
        world.watched(
            "a",
            call -> {
              if (made[0]++ == left) {
                throw new RebuildWorld.Killed();
              }
            });
    try {
      RebuildWorld.run(rebuild);
    } catch (RebuildWorld.Killed e) {
      return true;
    } catch (CompletionException e) {
      assertTrue(e.getCause() instanceof RebuildWorld.Killed, "" + e.getCause());
      return true;
    }
    return made[0] > left; // it was reading ahead, which nobody noticed
  }

  @Test
  void whatWasReadIsNotReadAgainIfTheTimeIsOver() {
    begin();
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    long before = 0;
    while (segment(rebuild, 1) == StepEnd.PAUSED) {
      long items = rebuild.progress().getFirst().read().items();
      assertTrue(items >= before, items + " items after " + before);
      before = items;
    }
    assertTrue(read.size() <= 2 * ITEMS, "each page is read once, and ahead once: " + read);
    assertEquals(ITEMS, rebuild.progress().getFirst().counts().entries());
    end(rebuild);
  }

  @Test
  void aSegmentOfOneBatchIsWrittenWithoutRuns() {
    begin();
    for (int i = 2; i < ITEMS; i++) {
      world.fixture.table.remove("item" + i);
    }
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, segment(rebuild, 100));
    assertEquals(Map.of(), runs().generations());
    end(rebuild);
  }

  /// Rita deletes a comment whose row waits. Her tombstone is there until the row is too old.
  @Test
  void rowsThatWaitAreAppliedWithinHalfADay() {
    Rebuild rebuild = merging();
    delete("item" + (ITEMS - 1));
    pass(rebuild, 11);
    end(rebuild);
    assertEquals(0, rebuild.progress().getFirst().dropped());
  }

  @Test
  void rowsThatHaveWaitedForHalfOfTheirTimeAreMergedHoweverFewTheyAre() {
    begin();
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
    pass(rebuild, 7);
    assertEquals(StepEnd.PAUSED, segment(rebuild, 3));
    assertNotNull(requireNonNull(rebuild.progress().getFirst().waiting()).merged());
    end(rebuild);
  }

  /// So an index that is too slow for many runs comes to an end.
  @Test
  void afterRowsBecameTooOldHalfAsManyRunsWait() {
    begin();
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(3, mostRuns(rebuild));
    assertEquals(StepEnd.PAUSED, segment(rebuild, 1));
    pass(rebuild, 13);
    assertEquals(3, mostRuns(rebuild));
    assertEquals(1, rebuild.progress().getFirst().dropped());
    assertEquals(1, mostRuns(rebuild));
    end(rebuild);
  }

  /// Nothing else renews the lease between two writes of a merge. Each takes two thirds of it.
  @Test
  void aMergeRenewsTheLeaseAsItKeepsItsProgress() {
    begin();
    List<Instant> writes = new ArrayList<>();
    Rebuild rebuild =
        world.watched(
            "a",
            call -> {
              if (call.equals("PageIndexWriter.write")) {
                world.now = world.now.plusSeconds(20);
                writes.add(world.now);
                assertThrows(RebuildHeldException.class, this::takeOver, writes::toString);
              }
            });
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    end(rebuild);
    assertTrue(writes.size() > ITEMS / 3, writes::toString);
  }

  private void takeOver() {
    world.rebuilds.acquire(
        new Lease(RebuildWorld.LISTING.name(), "b", world.now, world.now, Instant.EPOCH));
  }

  /// How many runs wait until all are merged or dropped.
  private int mostRuns(Rebuild rebuild) {
    int most = 0;
    for (int step = 0; step < ITEMS; step++) {
      assertEquals(StepEnd.PAUSED, segment(rebuild, 1));
      WaitingRows waiting = rebuild.progress().getFirst().waiting();
      if (waiting == null) {
        return most;
      }
      most = Math.max(most, waiting.runs().size());
    }
    throw new AssertionError("nothing is merged");
  }

  @Test
  void rowsThatWaitForLongerAreReadAgain() {
    Rebuild rebuild = merging();
    delete("item" + (ITEMS - 1));
    pass(rebuild, 49);
    int pages = read.size();
    assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
    assertEquals(1, rebuild.progress().getFirst().dropped());
    end(rebuild);
    assertTrue(read.size() > pages);
  }

  private void delete(String item) {
    StreamSync consumer = world.fixture.consumer();
    assertNull(SyncFixture.deliver(consumer, List.of(world.remove(item))));
  }

  /// The owner goes on with other segments.
  private void pass(Rebuild rebuild, int hours) {
    for (int hour = 0; hour < hours; hour++) {
      world.now = world.now.plus(Duration.ofHours(1));
      rebuild.writersBehind();
    }
  }

  @Test
  void rowsThatBecomeTooOldAgainAndAgainStopTheRebuild() {
    Rebuild rebuild = merging();
    RebuildException stopped =
        assertThrows(
            RebuildException.class,
            () -> {
              for (int i = 0; i < 100; i++) {
                pass(rebuild, 13);
                segment(rebuild, 2);
              }
            });
    assertEquals(
        "the rows of segment 0 became too old for the 9th time before all were applied",
        stopped.getMessage());
  }

  @Test
  void rowsWhoseRunsWereDroppedAreReadAgain() {
    Rebuild rebuild = merging();
    runs().drop(rebuild.generation());
    assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
    assertEquals(1, rebuild.progress().getFirst().dropped());
    end(rebuild);
  }
}
