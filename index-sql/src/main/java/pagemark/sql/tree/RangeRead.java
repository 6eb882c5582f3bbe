package pagemark.sql.tree;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.sql.connection.Tx;
import pagemark.sql.tree.CountedTree.Found;

/// Reads the entries of a selection between two of its ranks.
///
/// The nodes say between which places these are, and how many entries of the selection, and of all
/// cells, are there before them. If most of them belong to the selection, the entries are read in
/// the order of the whole group, else by cell.
public record RangeRead(Tx tx, long group) {
  /// Up to this many entries in the range for each entry of the page, the order of the whole group
  /// is cheaper.
  private static final int DENSE = 4;

  /// Ranges of up to this many entries, about two leaves, are always read in the order of the whole
  /// group.
  private static final int FEW = 2_000;

  /// Reads the entries of ranks [first, end).
  ///
  /// @param first counted from 0
  /// @param end not included, greater than `first`
  public List<Position> read(CountedTree tree, List<Cell> cells, long first, long end)
      throws SQLException {
    List<Found> leaves = tree.find(List.of(first, end - 1), cells);
    long before = first - leaves.get(0).before().of(cells);
    long behind = leaves.get(1).passed().of(cells) - end;
    Range range =
        new Range(
            leaves.get(0).range().low(),
            leaves.get(1).range().high(),
            behind < before,
            Math.toIntExact(Math.min(before, behind)),
            Math.toIntExact(end - first));
    List<Bytes> places =
        cells.contains(Cell.WHOLE) || isDense(leaves, range.take())
            ? inOrder(cells, range)
            : byCell(cells, range);
    return (range.descending() ? places.reversed() : places).stream().map(Place::position).toList();
  }

  /// How to read between two places: from the nearer end, skip some entries and take the next ones.
  private record Range(Bytes low, Bytes high, boolean descending, int skip, int take) {}

  private static boolean isDense(List<Found> leaves, int take) {
    long all = leaves.get(1).before().entries() - leaves.get(0).before().entries();
    return all <= Math.max(FEW, DENSE * (long) take);
  }

  private List<Bytes> inOrder(List<Cell> cells, Range range) throws SQLException {
    List<Cell> some = cells.contains(Cell.WHOLE) ? List.of() : cells;
    List<Object> parameters = new ArrayList<>();
    for (int shard = 0; shard < tx.shards(); shard++) {
      parameters.addAll(List.of(group, range.low(), range.high()));
      some.forEach(cell -> parameters.add(cell.name()));
      if (tx.shards() > 1) {
        parameters.add(range.take() + range.skip());
      }
    }
    parameters.addAll(List.of(range.take(), range.skip()));
    return tx.query(
        ordered(tx.shards(), some.size(), range.descending()),
        row -> Bytes.of(row.getBytes(1)),
        parameters);
  }

  /// The SQL that reads entries of some cells in a range, merged over all shards.
  ///
  /// Each shard's part has an ORDER BY, without which PostgreSQL would sort all rows. It also has a
  /// LIMIT, for databases that do not merge. PostgreSQL reads only the page, the skipped entries,
  /// and one entry of each shard.
  ///
  /// @param cells the number of cells; 0 for all
  static String ordered(int shards, int cells, boolean descending) {
    String order = descending ? " ORDER BY place DESC" : " ORDER BY place";
    String condition = cells == 0 ? "" : " AND cell IN " + names(cells);
    return IntStream.range(0, shards)
            .mapToObj(
                shard ->
                    "SELECT place FROM pm_position WHERE group_id = ? AND shard_id = "
                        + shard
                        + " AND place >= ? AND place < ?"
                        + condition)
            .map(part -> shards == 1 ? part : limited(part + order))
            .collect(Collectors.joining(" UNION ALL "))
        + order
        + " LIMIT ? OFFSET ?";
  }

  private static String limited(String part) {
    return "SELECT place FROM (" + part + " LIMIT ?) s";
  }

  /// Reads all entries of the selection in the range: the page, and up to what two leaves have of
  /// the selection.
  private List<Bytes> byCell(List<Cell> cells, Range range) throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(group));
    cells.forEach(cell -> parameters.add(cell.name()));
    parameters.addAll(List.of(range.low(), range.high()));
    List<Bytes> places =
        tx.query(
            "SELECT place FROM pm_position %s WHERE group_id = ? AND shard_id IN (%s)"
                    .formatted(tx.dialect().byCell, tx.shardNumbers())
                + " AND cell <> '' AND cell IN %s AND place >= ? AND place < ?"
                    .formatted(names(cells.size())),
            row -> Bytes.of(row.getBytes(1)),
            parameters);
    return places.stream()
        .sorted(range.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder())
        .skip(range.skip())
        .limit(range.take())
        .toList();
  }

  private static String names(int cells) {
    return "(?" + ", ?".repeat(cells - 1) + ")";
  }
}
