package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Position;

final class ContradictionsTest {
  private static final Cell CELL = new Cell("1");
  private static final Position A = new Position(1, Bytes.utf8("a"));
  private static final Position B = new Position(1, Bytes.utf8("b"));

  @Test
  void aSoundGroupHasNoContradiction() {
    Map<Cell, List<Position>> cells = Map.of(CELL, List.of(A), new Cell("2"), List.of(B));
    assertEquals(List.of(), Contradictions.of(new GroupDump(List.of(A, B), cells)));
  }

  @Test
  void reportsEachContradiction() {
    assertEquals(
        List.of("all is out of order at rank 1", "all has 2 positions, its cells 0"),
        Contradictions.of(new GroupDump(List.of(B, A), Map.of())));
    Map<Cell, List<Position>> twice = Map.of(CELL, List.of(A), new Cell("2"), List.of(A));
    assertEquals(
        List.of("all has 1 positions, its cells 2"),
        Contradictions.of(new GroupDump(List.of(A), twice)));
  }
}
