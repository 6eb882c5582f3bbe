package pagemark.sql.tree;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import pagemark.key.Bytes;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.PositionTable.CellChange;

/// Keeps the counts of groups' nodes equal to their entries. For each group it corrects the counts
/// of the nodes over changed entries, then lets [TreeShaping] split and join them.
public final class TreeUpdate {
  private final Tx tx;
  private final Shape shape;
  private final Map<Long, GroupRow> rows = new HashMap<>();

  /// @param rows the rows of the groups before the changes
  public TreeUpdate(Tx tx, Shape shape, Iterable<GroupRow> rows) {
    this.tx = tx;
    this.shape = shape;
    rows.forEach(row -> this.rows.put(row.id(), row));
  }

  /// Updates the nodes.
  ///
  /// @return the rows of the changed groups after the changes
  public List<GroupRow> apply(List<CellChange> changes) throws SQLException {
    Map<Long, List<CellChange>> byGroup = new HashMap<>();
    changes.forEach(
        change -> byGroup.computeIfAbsent(change.at().group(), _ -> new ArrayList<>()).add(change));
    List<GroupRow> after = new ArrayList<>();
    for (Map.Entry<Long, List<CellChange>> group : byGroup.entrySet()) {
      GroupRow row = requireNonNull(rows.get(group.getKey()));
      NodeTable table = new NodeTable(tx, row.id());
      List<NavigableMap<Bytes, TreeNode>> levels =
          new TouchedNodes(table, row.height())
              .over(group.getValue().stream().map(change -> change.at().place()).toList());
      for (int level = 0; level < row.height(); level++) {
        count(level, levels.get(level), group.getValue());
      }
      Counts counts = row.counts().plus(delta(group.getValue()));
      after.add(
          new TreeShaping(table, shape, levels)
              .shaped(
                  row.withRoot(
                      row.height(),
                      row.height() == 0 ? Math.toIntExact(counts.entries()) : row.parts(),
                      counts)));
    }
    return after;
  }

  private static Counts delta(List<CellChange> changes) {
    List<Counts> more = new ArrayList<>();
    List<Counts> less = new ArrayList<>();
    for (CellChange change : changes) {
      if (change.before() != null) {
        less.add(Counts.one(change.before()));
      }
      if (change.after() != null) {
        more.add(Counts.one(change.after()));
      }
    }
    return Counts.sum(more).minus(Counts.sum(less));
  }

  private static void count(
      int level, NavigableMap<Bytes, TreeNode> nodes, List<CellChange> changes) {
    Map<Bytes, List<CellChange>> byNode = new HashMap<>();
    for (CellChange change : changes) {
      Bytes node = requireNonNull(nodes.floorKey(change.at().place()));
      byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(change);
    }
    byNode.forEach(
        (place, own) ->
            nodes.computeIfPresent(
                place,
                (_, node) -> {
                  Counts counts = node.counts().plus(delta(own));
                  int parts = level == 0 ? Math.toIntExact(counts.entries()) : node.parts();
                  return new TreeNode(place, counts, parts);
                }));
  }
}
