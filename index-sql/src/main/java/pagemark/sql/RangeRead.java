package pagemark.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
    Bytes low = leaves.get(0).span().low();
    Bytes high = leaves.get(1).span().high();
    int skip = Math.toIntExact(first - leaves.get(0).before().of(cells));
    int take = Math.toIntExact(end - first);
    List<Bytes> places =
        cells.contains(Cell.WHOLE) || isDense(leaves, take)
            ? inOrder(cells, low, high, skip, take)
            : byCell(cells, low, high, skip, take);
    return places.stream().map(Place::position).toList();
  }

  private static boolean isDense(List<Found> leaves, int take) {
    long all = leaves.get(1).before().entries() - leaves.get(0).before().entries();
    return all <= Math.max(FEW, DENSE * (long) take);
  }

  /// A range of the index of each shard, merged.
  private List<Bytes> inOrder(List<Cell> cells, Bytes low, Bytes high, int skip, int take)
      throws SQLException {
    List<Object> parameters = new ArrayList<>();
    String condition = cells.contains(Cell.WHOLE) ? "" : " AND cell IN " + names(cells);
    List<String> parts =
        IntStream.range(0, tx.shards())
            .mapToObj(
                shard -> {
                  parameters.addAll(List.of(group, low, high));
                  if (!condition.isEmpty()) {
                    cells.forEach(cell -> parameters.add(cell.name()));
                  }
                  return "SELECT place FROM pm_position WHERE group_id = ? AND shard_id = "
                      + shard
                      + " AND place >= ? AND place < ?"
                      + condition;
                })
            .toList();
    parameters.addAll(List.of(take, skip));
    return tx.query(
        String.join(" UNION ALL ", parts) + " ORDER BY place LIMIT ? OFFSET ?",
        row -> Bytes.of(row.getBytes(1)),
        parameters);
  }

  /// All of the selection's in the range: besides the page no more than two leaves have.
  private List<Bytes> byCell(List<Cell> cells, Bytes low, Bytes high, int skip, int take)
      throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(group));
    cells.forEach(cell -> parameters.add(cell.name()));
    parameters.addAll(List.of(low, high));
    List<Bytes> places =
        tx.query(
            "SELECT place FROM pm_position %s WHERE group_id = ? AND shard_id IN (%s)"
                    .formatted(tx.dialect().byCell, Anchors.shards(tx))
                + " AND cell <> '' AND cell IN %s AND place >= ? AND place < ?"
                    .formatted(names(cells)),
            row -> Bytes.of(row.getBytes(1)),
            parameters);
    return places.stream().sorted().skip(skip).limit(take).toList();
  }

  private static String names(List<Cell> cells) {
    return "(?" + ", ?".repeat(cells.size() - 1) + ")";
  }
}
