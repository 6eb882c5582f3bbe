package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;

final class RuleTest {
  private static final Position HERE = new Position(1, Bytes.utf8("a"));
  private static final Position THERE = new Position(2, Bytes.utf8("a"));
  private static final Entry ENTRY = new Entry(new Cell("1"), HERE);

  private static Fence fence(String mark, @Nullable Entry entry) {
    return Fence.of(mark, entry);
  }

  private static Rule.Unchanged repair(Map<Position, Fence> places, String sequence) {
    return new Rule.Unchanged(null, places, new Sequence(sequence), "1.random");
  }

  @Test
  void aRepairLeavesOneRepairMoreAtEachPlace() {
    Rule.Unchanged repair =
        repair(Map.of(HERE, fence("5~2.x", ENTRY), THERE, fence("9", null)), "7");
    assertEquals(fence("7~1.random", null), repair.at(HERE).leaves(null), "a newer record");
    assertEquals(fence("9~1.random", null), repair.at(THERE).leaves(null));
    assertEquals(fence("5~3.random", ENTRY), repair(repair.places(), "4").at(HERE).leaves(ENTRY));
    assertEquals(fence("5~3.random", ENTRY), repair(repair.places(), "5").at(HERE).leaves(ENTRY));
  }

  @Test
  void aRepairOfAPlaceWithoutAFenceLeavesTheRecordsNumber() {
    assertEquals(fence("7~1.random", ENTRY), repair(Map.of(), "7").at(HERE).leaves(ENTRY));
    Fence row = Fence.ofRow(ENTRY);
    assertEquals(fence("0~1.random", null), repair(Map.of(HERE, row), "0").at(HERE).leaves(null));
  }

  @Test
  void aRowHasNoNumberAndEachRepairHasOne() {
    assertFalse(Fence.ofRow(ENTRY).isNumbered());
    assertTrue(fence("1", null).isNumbered());
    Sequence none = new Sequence("0");
    Rule.Unchanged first = Rule.Unchanged.of(null, Map.of(), none);
    assertTrue(first.at(HERE).leaves(null).isNumbered());
    assertNotEquals(first.leaves(null), Rule.Unchanged.of(null, Map.of(), none).leaves(null));
  }

  @Test
  void anOpDepartsFromEveryOldPositionButItsOwn() {
    Entry otherCell = new Entry(new Cell("2"), HERE);
    Set<Entry> olds = Set.of(otherCell, ENTRY, new Entry(new Cell("2"), THERE));
    Op op = new Op(Bytes.utf8("a"), new Sequence("1"), ENTRY, olds);
    assertEquals(Set.of(THERE), op.departed());
    assertEquals(
        Set.of(HERE, THERE), new Op(Bytes.utf8("a"), new Sequence("1"), null, olds).departed());
  }
}
