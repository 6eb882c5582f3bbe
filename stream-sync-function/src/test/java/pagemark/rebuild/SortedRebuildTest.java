package pagemark.rebuild;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupWrite;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;
import pagemark.index.rows.InMemoryRuns;
import pagemark.index.rows.Row;
import pagemark.listing.Indexable.Indexed;
import pagemark.rebuild.Rebuild.StepEnd;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.Lease;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.RebuildJob.Plan;
import pagemark.state.rebuild.SegmentProgress;
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

  /// Hands out the items one by one, to each segment in turn.
  private TableScan.Page oneItem(int segment, int segments, Map<String, AttributeValue> after) {
    List<Map<String, AttributeValue>> items = List.copyOf(world.fixture.table.items());
    int next =
        after.isEmpty() ? segment : Integer.parseInt(requireNonNull(after.get("n")).n()) + segments;
    read.add(next);
    return new TableScan.Page(
        List.of(items.get(next)),
        next + segments >= items.size() ? Map.of() : Map.of("n", fromN("" + next)));
  }

  private InMemoryRuns runs() {
    return (InMemoryRuns) world.index.rowRuns().orElseThrow();
  }

  private StepEnd segment(Rebuild rebuild, int steps) {
    int[] left = {steps};
    return rebuild.segment(0, () -> left[0]-- > 0, RebuildListener.NONE);
  }

  private Rebuild begun(int segments) {
    begin();
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(segments, () -> true, RebuildListener.NONE);
    return rebuild;
  }

  /// All rows are read, and some of them merged.
  private Rebuild merging() {
    Rebuild rebuild = begun(1);
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    assertEquals(StepEnd.PAUSED, segment(rebuild, 1));
    return rebuild;
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
    Rebuild rebuild = begun(1);
    long before = 0;
    do {
      while (segment(rebuild, 1) == StepEnd.PAUSED) {
        long items = rebuild.progress().getFirst().read().items();
        assertTrue(items >= before, items + " items after " + before);
        before = items;
      }
    } while (rebuild.turn() != StepEnd.DONE);
    assertTrue(read.size() <= 2 * ITEMS, "each page is read once, and ahead once: " + read);
    assertEquals(ITEMS, rebuild.progress().getFirst().counts().entries());
    end(rebuild);
  }

  @Test
  void aTableOfOneBatchIsWrittenWithoutRuns() {
    begin();
    keep(2);
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, segment(rebuild, 100));
    assertEquals(Map.of(), runs().generations());
    end(rebuild);
  }

  private void keep(int items) {
    for (int i = items; i < ITEMS; i++) {
      world.fixture.table.remove("item" + i);
    }
  }

  /// The second one has one row, the first one two.
  @Test
  void amongSegmentsThoseOfOneCallAreWrittenWithoutRuns() {
    begin();
    keep(3);
    Rebuild rebuild = world.rebuild("a");
    rebuild.begin(2, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, segment(rebuild, 100));
    world.settings = RebuildSettings.DEFAULT.rowsPerCall(1);
    Rebuild other = world.rebuild("a");
    other.begin(2, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, other.segment(1, () -> true, RebuildListener.NONE));
    assertEquals(Map.of(), runs().generations());
    end(other);
  }

  /// Each would write into the leaves of the other. A page has one row, a batch two.
  @Test
  void segmentsOfMoreRowsAreSortedAndEachMergesARangeOfItsOwn() {
    begin();
    List<List<Row>> written = new ArrayList<>();
    Rebuild rebuild = world.rebuild("a", index -> new Recorded(index, written));
    rebuild.begin(2, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    assertEquals(StepEnd.PAUSED, rebuild.turn(), "the other segment is not read");
    assertEquals(
        StepEnd.WAITING, rebuild.segment(1, () -> true, RebuildListener.NONE), "not merged yet");
    assertEquals(StepEnd.WAITING, rebuild.turn());
    assertEquals(List.of(), written);

    assertEquals(StepEnd.WAITING, rebuild.segment(1, () -> true, RebuildListener.NONE));
    List<Row> second = written.stream().flatMap(List::stream).sorted(Row.ORDER).toList();
    written.clear();
    assertEquals(StepEnd.PAUSED, rebuild.turn(), "the other range is not merged");
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    List<Row> first = written.stream().flatMap(List::stream).sorted(Row.ORDER).toList();
    assertTrue(Row.ORDER.compare(first.getLast(), second.getFirst()) < 0, first + " " + second);
    assertEquals(ITEMS, first.size() + second.size());
    assertTrue(Math.abs(first.size() - second.size()) <= 4, first.size() + " of " + ITEMS);
    assertEquals(StepEnd.DONE, rebuild.turn());
    end(rebuild);
  }

  /// Notes the rows of each write.
  private static final class Recorded extends ForwardingWriter {
    private final List<List<Row>> written;

    Recorded(PageIndexWriter writer, List<List<Row>> written) {
      super(writer);
      this.written = written;
    }

    @Override
    public List<WriteResult> write(List<GroupWrite> writes) {
      for (GroupWrite write : writes) {
        written.add(
            write.ops().stream()
                .map(op -> new Row(write.group().group(), requireNonNull(op.entry())))
                .toList());
      }
      return super.write(writes);
    }
  }

  /// A process that was suspended wakes up, and keeps what it knew.
  @Test
  void segmentsCanBeSetBackAtEveryCall() {
    int calls = 0;
    boolean setBack = true;
    for (; setBack; calls++) {
      begin();
      setBack = isSetBack(calls);
      assertEquals(Map.of(), runs().generations(), "no runs are left");
      world.assertEqualsTable("set back at call " + calls);
    }
    assertTrue(calls > 100, calls + " calls");
  }

  /// @param at how many calls are made before
  private boolean isSetBack(int at) {
    int[] made = {0};
    List<SegmentProgress> old = new ArrayList<>();
    Rebuild rebuild =
        world.watched(
            "a",
            _ -> {
              Plan plan = world.rebuilds.acquire(leaseOf("a")).plan();
              if (plan != null && made[0] == at / 2) {
                old.addAll(world.rebuilds.progress(RebuildWorld.LISTING.name(), plan));
              }
              if (plan != null && made[0] == at) {
                for (int segment = 0; segment < old.size(); segment++) {
                  world.rebuilds.save(RebuildWorld.LISTING.name(), plan, segment, old.get(segment));
                }
              }
              made[0]++;
            });
    try {
      assertTrue(RebuildWorld.run(rebuild).done());
    } catch (IllegalStateException e) {
      assertEquals("a segment is not done", e.getMessage());
      assertTrue(RebuildWorld.run(world.rebuild("a")).done());
    }
    return made[0] > at;
  }

  /// A process was suspended while it read, and has read further than another one that merges now.
  @Test
  void rowsOfRunsThatAMergeHasNotAreNotTakenForMerged() {
    Rebuild rebuild = begun(1);
    assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
    WaitingRows first = requireNonNull(rebuild.progress().getFirst().waiting());
    pass(rebuild, 7);
    assertEquals(StepEnd.WAITING, segment(rebuild, 3));
    assertEquals(StepEnd.WAITING, rebuild.turn());

    long run = 77;
    runs().write(rebuild.generation(), run, rowsBehind(first.readTo()), Supplier::get);
    Plan plan = requireNonNull(world.rebuilds.acquire(leaseOf("a")).plan());
    world.rebuilds.save(
        RebuildWorld.LISTING.name(),
        plan,
        0,
        SegmentProgress.START.with(first.with(Map.of(), RebuildCounts.ZERO, run).filled()));
    end(rebuild);
  }

  private Iterator<Row> rowsBehind(Map<String, AttributeValue> read) {
    return world.fixture.table.items().stream()
        .skip(Integer.parseInt(requireNonNull(read.get("n")).n()) + 1)
        .map(item -> (Indexed) RebuildWorld.LISTING.definition().indexable(item))
        .map(indexed -> new Row(indexed.groups().iterator().next(), indexed.entry()))
        .sorted(Row.ORDER)
        .iterator();
  }

  /// One segment was read five hours before the other.
  @Test
  void aMergeEndsBeforeTheFirstRowOfAllSegmentsIsTooOld() {
    Rebuild rebuild = begun(2);
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    pass(rebuild, 5);
    assertEquals(StepEnd.WAITING, rebuild.segment(1, () -> true, RebuildListener.NONE));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    pass(rebuild, 8);
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(List.of(1, 1), rebuild.progress().stream().map(SegmentProgress::dropped).toList());
    end(rebuild);
  }

  private Lease leaseOf(String owner) {
    return new Lease(
        RebuildWorld.LISTING.name(), owner, world.now, world.now.plusSeconds(30), Instant.EPOCH);
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
    Rebuild rebuild = begun(1);
    assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
    pass(rebuild, 7);
    assertEquals(StepEnd.WAITING, segment(rebuild, 3));
    assertEquals(StepEnd.WAITING, rebuild.turn());
    assertEquals(StepEnd.WAITING, segment(rebuild, 100));
    assertEquals(StepEnd.PAUSED, rebuild.turn(), "there is more to read");
    end(rebuild);
  }

  /// So an index that is too slow for many rows comes to an end.
  @Test
  void afterRowsBecameTooOldOthersWaitForHalfTheTime() {
    Rebuild rebuild = merging();
    pass(rebuild, 13);
    assertEquals(StepEnd.WAITING, segment(rebuild, 1));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(1, rebuild.progress().getFirst().dropped());
    assertEquals(StepEnd.PAUSED, segment(rebuild, 2));
    pass(rebuild, 4);
    assertEquals(StepEnd.WAITING, segment(rebuild, 3));
    assertEquals(StepEnd.WAITING, rebuild.turn());
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

  @Test
  void rowsThatWaitForLongerAreReadAgain() {
    Rebuild rebuild = merging();
    delete("item" + (ITEMS - 1));
    pass(rebuild, 49);
    int pages = read.size();
    assertEquals(StepEnd.WAITING, segment(rebuild, 2));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
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
                segment(rebuild, 100);
                rebuild.turn();
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
    assertEquals(StepEnd.WAITING, segment(rebuild, 2));
    assertEquals(StepEnd.PAUSED, rebuild.turn());
    assertEquals(1, rebuild.progress().getFirst().dropped());
    end(rebuild);
  }
}
