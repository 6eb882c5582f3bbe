package pagemark.index;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.entry.Position;

/// All entries of a group.
///
/// @param all the positions of the whole group, in the store's order
/// @param cells the positions of each non-empty cell, in the store's order; a listing without
///   filters has one cell
public record GroupDump(List<Position> all, Map<Cell, List<Position>> cells) {
  /// Reads a group as an audit does. Concurrent writes may show up in part.
  ///
  /// @param cells the cells that the group can have
  public static GroupDump of(Inspector inspector, GroupRef group, Collection<Cell> cells) {
    List<Entry> whole = entries(inspector, group, Cell.WHOLE);
    List<Cell> sets = inspector.sets(cells);
    Stream<Entry> inCells =
        sets.size() == 1
            ? whole.stream()
            : sets.stream()
                .filter(set -> !set.isWhole())
                .flatMap(set -> entries(inspector, group, set).stream());
    return new GroupDump(
        whole.stream().map(Entry::position).toList(),
        inCells.collect(groupingBy(Entry::cell, mapping(Entry::position, toList()))));
  }

  private static List<Entry> entries(Inspector inspector, GroupRef group, Cell set) {
    List<Entry> entries = new ArrayList<>();
    for (Bytes from = Place.FIRST; from != null; ) {
      Inspector.EntriesPart part = inspector.entries(group, set, from);
      entries.addAll(part.entries());
      from = part.next();
    }
    return entries;
  }
}
