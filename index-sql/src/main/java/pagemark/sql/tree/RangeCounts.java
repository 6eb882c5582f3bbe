package pagemark.sql.tree;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.tree.CountedTree.Found;

/// Counts entries between places by reading them.
record RangeCounts(Tx tx, long group) {
  /// Counts the entries between two places.
  Counts between(Bytes low, Bytes high) throws SQLException {
    return Counts.sum(
        tx.query(
            counting(0),
            row -> Counts.of(new Cell(row.getString("cell")), row.getLong("entries")),
            group,
            low,
            high));
  }

  /// Counts for each place the entries before it: those in its leaf, added to the counts before the
  /// leaf.
  ///
  /// @param leaves the leaf of each place
  List<Counts> add(List<Found> leaves, List<Bytes> places) throws SQLException {
    List<String> parts = new ArrayList<>();
    List<Object> parameters = new ArrayList<>();
    List<Counts> counts = new ArrayList<>();
    for (int n = 0; n < places.size(); n++) {
      parts.add(counting(n));
      parameters.addAll(List.of(group, leaves.get(n).range().low(), places.get(n)));
      counts.add(leaves.get(n).before());
    }
    if (!parts.isEmpty()) {
      tx.query(
          String.join(" UNION ALL ", parts),
          row -> {
            Counts more = Counts.of(new Cell(row.getString("cell")), row.getLong("entries"));
            int n = row.getInt("n");
            return counts.set(n, counts.get(n).plus(more));
          },
          parameters);
    }
    return counts;
  }

  /// @param n the number of the range
  private String counting(int n) {
    return "SELECT %d AS n, cell, COUNT(*) AS entries FROM pm_position".formatted(n)
        + " WHERE group_id = ? AND shard_id IN (%s)".formatted(tx.shardNumbers())
        + " AND place >= ? AND place < ? GROUP BY cell";
  }
}
