package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.WriteResult.Written;

/// The contract of every page index for fences over time: old fences are removed, and no others.
abstract class SweepContract extends PageIndexWriterContract {
  private static final int STEPS_MAX = 5_000;

  /// The age in fence periods at which a group without entries can go.
  protected int periodsKept() {
    return 2;
  }

  /// How many groups a walk removes: more than one step of it takes.
  protected int groupsToSweep() {
    return 450;
  }

  private static List<GroupRef> groups(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new GroupRef(GENERATION, "comments", new Group("group" + i)))
        .toList();
  }

  private void writeAll(List<GroupRef> groups, List<Op> ops) {
    index()
        .writer()
        .write(groups.stream().map(group -> new GroupWrite(group, ops)).toList())
        .forEach(result -> assertEquals(new Written(ops.size(), 0, List.of()), result));
  }

  /// Walks to the end, with up to `steps` steps in each call.
  private long sweep(int steps) {
    Sweep sweep = new Sweep(0, Sweep.BEGIN);
    long removed = 0;
    for (int call = 0; call == 0 || !sweep.isOver(); call++) {
      assertTrue(call < STEPS_MAX, "the walk does not come to its end");
      AtomicInteger left = new AtomicInteger(steps);
      sweep =
          index().writer().sweep(GENERATION, sweep.position(), () -> left.getAndDecrement() > 0);
      removed += sweep.removed();
    }
    return removed;
  }

  @Test
  final void groupsThatNobodyWritesAnyMoreLeaveNothing() {
    Entry stays = entry(FOUR_EN, 1, "a");
    write(put("a", "1", stays));
    ageFences(List.of(SHIRT), 2);
    sweep(STEPS_MAX);
    long before = size();
    List<GroupRef> gone = groups(groupsToSweep());
    GroupRef large = new GroupRef(GENERATION, "comments", new Group("large"));
    writeAll(gone, List.of(put("a", "1", entry(FOUR_EN, 1, "a"))));
    writeAll(gone, List.of(remove("a", "2", entry(FOUR_EN, 1, "a"))));
    List<Op> many =
        IntStream.range(0, 80)
            .mapToObj(i -> put("i" + i, "1", entry(FIVE_EN, i, "i" + i)))
            .toList();
    writeAll(List.of(large), many);
    writeAll(
        List.of(large),
        IntStream.range(0, 80)
            .mapToObj(i -> remove("i" + i, "2", entry(FIVE_EN, i, "i" + i)))
            .toList());
    ageFences(gone, periodsKept());
    ageFences(List.of(large), periodsKept());
    assertTrue(sweep(1) > gone.size());
    assertEquals(before, size());
    assertEquals(List.of(stays.position()), dump().all());
    assertEquals(0, sweep(STEPS_MAX));
  }

  @Test
  final void fencesOfThisPeriodAndTheLastStay() {
    List<GroupRef> groups = groups(3);
    writeAll(groups, List.of(remove("a", "5", OLD)));
    ageFences(groups.subList(1, 3), 1);
    assertEquals(0, sweep(STEPS_MAX));
    Op late = put("a", "4", OLD);
    for (GroupRef group : groups) {
      assertEquals(
          new Written(0, 0, List.of(late)),
          index().writer().write(List.of(new GroupWrite(group, List.of(late)))).getFirst());
    }
  }

  /// A walk has found old fences. Before it drops them, the group is written.
  @Test
  final void aWriteBetweenTheFindAndTheRemovalKeepsItsFence() {
    write(remove("a", "5", OLD));
    ageFences(List.of(SHIRT), 2);
    AtomicInteger asked = new AtomicInteger();
    Op meanwhile = put("a", "7", OLD);
    Sweep sweep =
        index()
            .writer()
            .sweep(
                GENERATION,
                Sweep.BEGIN,
                () -> asked.getAndIncrement() > 0 || write(meanwhile).applied() == 1);
    assertTrue(sweep.isOver());
    Op late = remove("a", "6", OLD);
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    assertHolds(OLD);
  }

  /// The clocks were twenty periods ahead when a group was written, and are right again.
  @Test
  final void fencesThatAClockLeftInTheFutureStayAndGoInTime() {
    write(put("a", "5", OLD));
    ageFences(List.of(SHIRT), -20);
    sweep(STEPS_MAX);
    Op late = remove("a", "4", OLD);
    assertEquals(new Written(0, 0, List.of(late)), write(late));
    assertTrue(isFenced(OLD));
    ageFences(List.of(SHIRT), 2);
    assertTrue(sweep(STEPS_MAX) > 0);
    assertFalse(isFenced(OLD));
    assertEquals(0, sweep(STEPS_MAX));
  }

  @Test
  final void aWalkWithoutTimeRemovesNothingAndOtherGenerationsStay() {
    write(remove("a", "5", OLD));
    ageFences(List.of(SHIRT), periodsKept());
    long before = size();
    Sweep none = index().writer().sweep(GENERATION, Sweep.BEGIN, () -> false);
    assertEquals(0, none.removed());
    assertFalse(none.isOver());
    assertTrue(index().writer().sweep("g", Sweep.BEGIN, () -> true).isOver());
    assertEquals(before, size());
    assertTrue(index().writer().sweep(GENERATION, none.position(), () -> true).isOver());
    assertTrue(size() < before);
  }
}
