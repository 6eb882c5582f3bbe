package pagemark.index;

import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Position;

/// Finds what is wrong in a dump of a group.
public final class Contradictions {
  private Contradictions() {}

  /// Describes every contradiction in a group. Empty if the group is sound:
  ///
  /// - `all` is the disjoint union of the cells,
  /// - every set is in order.
  public static List<String> of(GroupDump dump) {
    List<String> found = new ArrayList<>();
    checkOrder("all", dump.all(), found);
    dump.cells().forEach((cell, positions) -> checkOrder("cell " + cell.name(), positions, found));
    checkUnion(dump, found);
    return found;
  }

  private static void checkOrder(String set, List<Position> positions, List<String> found) {
    for (int i = 1; i < positions.size(); i++) {
      if (positions.get(i - 1).compareTo(positions.get(i)) >= 0) {
        found.add("%s is out of order at rank %d".formatted(set, i));
      }
    }
  }

  private static void checkUnion(GroupDump dump, List<String> found) {
    List<Position> union = dump.cells().values().stream().flatMap(List::stream).sorted().toList();
    if (!union.equals(dump.all())) {
      found.add("all has %d positions, its cells %d".formatted(dump.all().size(), union.size()));
    }
  }
}
