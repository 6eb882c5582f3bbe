package pagemark.rebuild;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.time.Duration;
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
import pagemark.index.rows.Row;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.Rebuilds.Plan;
import pagemark.state.rebuild.SegmentProgress;
import pagemark.state.rebuild.SegmentProgress.WaitingRows;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Rebuilds of an index that wants rows in order, whose batches have two rows.
final class SortedRebuildTest {
  private SortedWorld sorted = new SortedWorld();

  @Test
  void aProcessCanBeKilledAtEveryCall() {
    int calls = 0;
    boolean killed = true;
    for (; killed; calls++) {
      sorted = new SortedWorld();
      killed = isKilled(calls);
      sorted.world.now = sorted.world.now.plusSeconds(61);
      RebuildRun.Result result = RebuildWorld.run(sorted.world.rebuild("b"));
      assertTrue(result.done());
      assertEquals(SortedWorld.ITEMS, result.counts().entries(), "killed at call " + calls);
      sorted.world.assertEqualsTable("killed at call " + calls);
    }
    assertTrue(calls > 100, calls + " calls");
  }

  /// @param left so many calls are made
  private boolean isKilled(int left) {
    int[] made = {0};
    Rebuild rebuild =
        sorted.world.watched(
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
    Rebuild rebuild = sorted.begun(1);
    long before = 0;
    do {
      while (SortedWorld.segment(rebuild, 1) == StepEnd.PAUSED) {
        long items = rebuild.progress().getFirst().read().items();
        assertTrue(items >= before, items + " items after " + before);
        before = items;
      }
    } while (rebuild.turn() != StepEnd.DONE);
    assertTrue(
        sorted.read.size() <= 2 * SortedWorld.ITEMS,
        "each page is read once, and ahead once: " + sorted.read);
    assertEquals(SortedWorld.ITEMS, rebuild.progress().getFirst().counts().entries());
    sorted.end(rebuild);
  }

  @Test
  void aTableOfOneBatchIsWrittenWithoutRuns() {
    sorted.keep(2);
    List<Integer> calls = new ArrayList<>();
    Rebuild rebuild =
        sorted.world.rebuild(
            "a",
            index ->
                new ForwardingWriter(
                    index,
                    writes -> {
                      calls.add(writes.stream().mapToInt(write -> write.ops().size()).sum());
                      return index.write(writes);
                    }));
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, SortedWorld.segment(rebuild, 100));
    assertEquals(List.of(2), calls, "a page has one row");
    assertEquals(Map.of(), sorted.runs().generations());
    sorted.end(rebuild);
  }

  /// Each page takes half a minute, and has no row of the listing.
  @Test
  void aBatchIsReadForAMinuteAtMost() {
    sorted.world.scan =
        (_, _, after) -> {
          sorted.world.now = sorted.world.now.plusSeconds(30);
          return new TableScan.Page(List.of(), Map.of("n", fromN("" + after.size())));
        };
    Rebuild rebuild = sorted.begun(1);
    assertEquals(StepEnd.PAUSED, SortedWorld.segment(rebuild, 3));
    assertEquals(2, requireNonNull(rebuild.progress().getFirst().waiting()).runs().size());
  }

  /// The second one has one row, the first one two.
  @Test
  void amongSegmentsThoseOfOneCallAreWrittenWithoutRuns() {
    sorted.keep(3);
    Rebuild rebuild = sorted.world.rebuild("a");
    rebuild.begin(2, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, SortedWorld.segment(rebuild, 100));
    sorted.world.settings = TestSettings.rowsPerCall(RebuildSettings.DEFAULT, 1);
    Rebuild other = sorted.world.rebuild("a");
    other.begin(2, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, other.segment(1, () -> true, RebuildListener.NONE));
    assertEquals(Map.of(), sorted.runs().generations());
    sorted.end(other);
  }

  /// Each would write into the leaves of the other. A page has one row, a batch two.
  @Test
  void segmentsOfMoreRowsAreSortedAndEachMergesARangeOfItsOwn() {
    List<List<Row>> written = new ArrayList<>();
    Rebuild rebuild = sorted.world.rebuild("a", index -> new Recorded(index, written));
    rebuild.begin(2, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 100));
    assertEquals(StepEnd.PAUSED, rebuild.turn(), "the other segment is not read");
    assertEquals(
        StepEnd.WAITING, rebuild.segment(1, () -> true, RebuildListener.NONE), "not merged yet");
    assertEquals(StepEnd.WAITING, rebuild.turn());
    assertEquals(List.of(), written);

    assertEquals(StepEnd.WAITING, rebuild.segment(1, () -> true, RebuildListener.NONE));
    List<Row> second = written.stream().flatMap(List::stream).sorted(Row.ORDER).toList();
    written.clear();
    assertEquals(StepEnd.PAUSED, rebuild.turn(), "the other range is not merged");
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 100));
    List<Row> first = written.stream().flatMap(List::stream).sorted(Row.ORDER).toList();
    assertTrue(Row.ORDER.compare(first.getLast(), second.getFirst()) < 0, first + " " + second);
    assertEquals(SortedWorld.ITEMS, first.size() + second.size());
    assertTrue(
        Math.abs(first.size() - second.size()) <= 4, first.size() + " of " + SortedWorld.ITEMS);
    assertEquals(StepEnd.DONE, rebuild.turn());
    sorted.end(rebuild);
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
      sorted = new SortedWorld();
      setBack = isSetBack(calls);
      assertEquals(Map.of(), sorted.runs().generations(), "no runs are left");
      sorted.world.assertEqualsTable("set back at call " + calls);
    }
    assertTrue(calls > 100, calls + " calls");
  }

  /// @param at how many calls are made before
  private boolean isSetBack(int at) {
    int[] made = {0};
    List<SegmentProgress> old = new ArrayList<>();
    Rebuild rebuild =
        sorted.world.watched(
            "a",
            _ -> {
              Plan plan = sorted.world.rebuilds.acquire(leaseOf("a")).plan(Plan.class);
              if (plan != null && made[0] == at / 2) {
                old.addAll(sorted.world.rebuilds.progress(plan));
              }
              if (plan != null && made[0] == at) {
                for (int segment = 0; segment < old.size(); segment++) {
                  sorted.world.rebuilds.save(plan, segment, old.get(segment));
                }
              }
              made[0]++;
            });
    try {
      assertTrue(RebuildWorld.run(rebuild).done());
    } catch (IllegalStateException e) {
      assertEquals("a segment is not done", e.getMessage());
      assertTrue(RebuildWorld.run(sorted.world.rebuild("a")).done());
    }
    return made[0] > at;
  }

  /// A process was suspended while it read, and has read further than another one that merges now.
  @Test
  void rowsOfRunsThatAMergeHasNotAreNotTakenForMerged() {
    Rebuild rebuild = sorted.begun(1);
    assertEquals(StepEnd.PAUSED, SortedWorld.segment(rebuild, 2));
    WaitingRows first = requireNonNull(rebuild.progress().getFirst().waiting());
    sorted.pass(rebuild, 7);
    assertEquals(StepEnd.WAITING, SortedWorld.segment(rebuild, 3));
    assertEquals(StepEnd.WAITING, rebuild.turn());

    long run = 77;
    sorted.runs().write(rebuild.generation(), run, rowsBehind(first.readTo()), Supplier::get);
    Plan plan = requireNonNull(sorted.world.rebuilds.acquire(leaseOf("a")).plan(Plan.class));
    sorted.world.rebuilds.save(
        plan,
        0,
        SegmentProgress.START.with(first.with(Map.of(), RebuildCounts.ZERO, run).filled()));
    sorted.end(rebuild);
  }

  private Iterator<Row> rowsBehind(Map<String, AttributeValue> read) {
    return sorted.world.fixture.table.items().stream()
        .skip(Integer.parseInt(requireNonNull(read.get("n")).n()) + 1)
        .map(item -> (Indexed) RebuildWorld.LISTING.definition().indexable(item))
        .map(indexed -> new Row(indexed.groups().iterator().next(), indexed.entry()))
        .sorted(Row.ORDER)
        .iterator();
  }

  private Lease leaseOf(String owner) {
    return new Lease(RebuildWorld.LISTING.name(), owner, sorted.world.clock, Duration.ZERO);
  }
}
