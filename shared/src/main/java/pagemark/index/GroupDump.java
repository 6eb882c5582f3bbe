package pagemark.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Position;

/// Everything that an index holds of a group.
///
/// @param all the positions of the whole group, in the store's order
/// @param cells the positions of each non-empty cell, in the store's order; a listing without
///   filters has one cell
/// @param fences the fences that still exist, by item key
public record GroupDump(
    List<Position> all, Map<Cell, List<Position>> cells, Map<Bytes, Fence> fences) {
  public GroupDump {
    all = List.copyOf(all);
    cells = Map.copyOf(cells);
    fences = Map.copyOf(fences);
  }

  /// Describes every contradiction in this group. Empty if the group is sound:
  ///
  /// - `all` is the disjoint union of the cells,
  /// - every set is in order,
  /// - each entry in a fence exists.
  public List<String> contradictions() {
    List<String> found = new ArrayList<>();
    checkOrder("all", all, found);
    cells.forEach((cell, positions) -> checkOrder("cell " + cell.name(), positions, found));
    checkUnion(found);
    checkFences(found);
    return found;
  }

  private static void checkOrder(String set, List<Position> positions, List<String> found) {
    for (int i = 1; i < positions.size(); i++) {
      if (positions.get(i - 1).compareTo(positions.get(i)) >= 0) {
        found.add("%s is out of order at rank %d".formatted(set, i));
      }
    }
  }

  private void checkUnion(List<String> found) {
    List<Position> union = cells.values().stream().flatMap(List::stream).sorted().toList();
    if (!union.equals(all)) {
      found.add("all has %d positions, its cells %d".formatted(all.size(), union.size()));
    }
  }

  private void checkFences(List<String> found) {
    Set<Entry> entries = new HashSet<>();
    cells.forEach((cell, positions) -> positions.forEach(p -> entries.add(new Entry(cell, p))));
    fences.forEach(
        (item, fence) -> {
          if (fence.entry() != null && !entries.contains(fence.entry())) {
            found.add("fenced item %s is not where its fence says".formatted(item));
          }
        });
  }
}
