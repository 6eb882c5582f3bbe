package pagemark.sql.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import pagemark.entry.Cell;

/// Counts of entries, in total and for each cell.
///
/// @param byCell `cell:entries` for each cell that has entries, ordered by name and separated by
///   spaces; empty if the listing has no filters
public record Counts(long entries, String byCell) {
  public static final Counts NONE = new Counts(0, "");

  public static Counts one(Cell cell) {
    return of(cell, 1);
  }

  public static Counts of(Cell cell, long entries) {
    return new Counts(entries, cell.isWhole() ? "" : cell.name() + ":" + entries);
  }

  public static Counts sum(Iterable<Counts> all) {
    long entries = 0;
    Map<String, Long> cells = new TreeMap<>();
    for (Counts each : all) {
      entries += each.entries;
      each.addTo(cells, 1);
    }
    return of(entries, cells);
  }

  public Counts plus(Counts other) {
    return plus(other, 1);
  }

  public Counts minus(Counts other) {
    return plus(other, -1);
  }

  private Counts plus(Counts other, int sign) {
    Map<String, Long> cells = new TreeMap<>();
    addTo(cells, 1);
    other.addTo(cells, sign);
    return of(entries + sign * other.entries, cells);
  }

  private static Counts of(long entries, Map<String, Long> cells) {
    return new Counts(
        entries,
        cells.entrySet().stream()
            .filter(cell -> cell.getValue() != 0)
            .map(cell -> cell.getKey() + ":" + cell.getValue())
            .collect(Collectors.joining(" ")));
  }

  private void addTo(Map<String, Long> cells, int sign) {
    for (int from = 0; from < byCell.length(); ) {
      int colon = byCell.indexOf(':', from);
      int space = byCell.indexOf(' ', colon);
      int end = space < 0 ? byCell.length() : space;
      long count = sign * Long.parseLong(byCell, colon + 1, end, 10);
      cells.merge(byCell.substring(from, colon), count, Long::sum);
      from = end + 1;
    }
  }

  /// The number of entries of a selection: all, or those of the cells that it names.
  public long of(List<Cell> selection) {
    if (selection.contains(Cell.WHOLE)) {
      return entries;
    }
    Map<String, Long> cells = new TreeMap<>();
    addTo(cells, 1);
    return selection.stream().mapToLong(cell -> cells.getOrDefault(cell.name(), 0L)).sum();
  }
}
