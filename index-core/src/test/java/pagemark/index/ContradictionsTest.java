package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Inspector.GroupDump;

final class ContradictionsTest {
  private static final Cell CELL = new Cell("1");
  private static final Position A = new Position(1, Bytes.utf8("a"));
  private static final Position B = new Position(1, Bytes.utf8("b"));

  private static Map<Bytes, Fence> fence(Entry entry) {
    return Map.of(Bytes.utf8("a"), new Fence(new Sequence("1"), entry));
  }

  @Test
  void aSoundGroupHasNoContradiction() {
    Map<Cell, List<Position>> cells = Map.of(CELL, List.of(A), new Cell("2"), List.of(B));
    GroupDump dump = new GroupDump(List.of(A, B), cells, fence(new Entry(CELL, A)));
    assertEquals(List.of(), Contradictions.of(dump));
  }

  @Test
  void reportsEachContradiction() {
    assertEquals(
        List.of("all is out of order at rank 1", "all has 2 positions, its cells 0"),
        Contradictions.of(new GroupDump(List.of(B, A), Map.of(), Map.of())));
    assertEquals(
        List.of("all has 1 positions, its cells 2"),
        Contradictions.of(
            new GroupDump(
                List.of(A), Map.of(CELL, List.of(A), new Cell("2"), List.of(A)), Map.of())));
    assertEquals(
        List.of("fenced item 0x61 is not where its fence says"),
        Contradictions.of(
            new GroupDump(
                List.of(A), Map.of(CELL, List.of(A)), fence(new Entry(new Cell("2"), A)))));
  }

  private static List<String> places(Map<Position, Fence> places) {
    return Contradictions.of(new GroupDump(List.of(A), Map.of(CELL, List.of(A)), Map.of(), places));
  }

  @Test
  void reportsAPlaceThatIsNotWhatItsFenceSays() {
    Fence here = new Fence(new Sequence("1"), new Entry(CELL, A));
    Fence absent = new Fence(new Sequence("2"), null);
    assertEquals(List.of(), places(Map.of(A, here, B, absent)));
    assertEquals(1, places(Map.of(A, absent)).size());
    Fence otherCell = new Fence(new Sequence("1"), new Entry(new Cell("2"), A));
    assertEquals(1, places(Map.of(A, otherCell)).size());
    assertEquals(1, places(Map.of(B, new Fence(new Sequence("1"), new Entry(CELL, B)))).size());
  }
}
