package pagemark.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Position;
import pagemark.sql.CountedTree.Found;

/// Reads the entries of a selection between two of its ranks.
///
/// The anchors say between which places they lie, how many entries of the selection lie there
/// before them, and how many of all. Where most are the selection's, the entries are read in the
/// order of the whole group; else cell by cell.
record RangeRead(Tx tx, long group) {
  /// Entries read in vain, for each that is read, up to which the whole group's order is cheaper.
  private static final int DENSE = 4;

  /// Fewer than a few leaves are read in any case.
  private static final int FEW = 2_000;

  /// @param first from 0
  /// @param end not included, more than `first`
  List<Position> read(CountedTree tree, List<Cell> cells, long first, long end)
      throws SQLException {
    List<Found> leaves = tree.find(List.of(first, end - 1), cells);
    long before = first - leaves.get(0).before().of(cells);
    long behind = leaves.get(1).passed().of(cells) - end;
    Range range =
        new Range(
            leaves.get(0).span().low(),
            leaves.get(1).span().high(),
            behind < before,
            Math.toIntExact(Math.min(before, behind)),
            Math.toIntExact(end - first));
    List<Bytes> places =
        cells.contains(Cell.WHOLE) || isDense(leaves, range.take())
            ? inOrder(cells, range)
            : byCell(cells, range);
    return (range.descending() ? places.reversed() : places).stream().map(Place::position).toList();
  }

  /// Between two places those to take, behind those to skip, from the nearer end on.
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

  /// The entries of some cells in a range of the index of each shard, merged.
  ///
  /// Each part has an order of its own, without which PostgreSQL would sort them all, and a limit,
  /// for databases that do not merge: PostgreSQL reads no more than the page, what is skipped, and
  /// one of each shard.
  ///
  /// @param cells how many; 0 for all
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

  /// All of the selection's in the range: besides the page no more than two leaves have.
  private List<Bytes> byCell(List<Cell> cells, Range range) throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(group));
    cells.forEach(cell -> parameters.add(cell.name()));
    parameters.addAll(List.of(range.low(), range.high()));
    List<Bytes> places =
        tx.query(
            "SELECT place FROM pm_position %s WHERE group_id = ? AND shard_id IN (%s)"
                    .formatted(tx.dialect().byCell, Anchors.shards(tx))
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
