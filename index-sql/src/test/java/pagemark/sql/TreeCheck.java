package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.tree.NodeTable;
import pagemark.sql.tree.NodeTable.TreeNode;
import pagemark.sql.tree.Shape;

/// Checks the tree nodes of a group: their counts are exact, each place is also one of the level
/// below, and their number fits their shape.
record TreeCheck(Database database, Shape shape) {
  /// @return the height of the group's nodes
  int check(GroupRef group) {
    return database.read(
        tx -> {
          GroupRow row = new GroupTable(tx).rows(List.of(group)).get(group);
          return row == null ? 0 : check(tx, row);
        });
  }

  private int check(Tx tx, GroupRow row) throws SQLException {
    NodeTable table = new NodeTable(tx, row.id());
    TreeNode root = new TreeNode(Place.FIRST, row.counts(), row.parts());
    check(table, row.height(), root, Place.END);
    List<Long> above =
        tx.query(
            "SELECT COUNT(*) FROM pm_anchor WHERE group_id = ? AND level >= ?",
            count -> count.getLong(1),
            row.id(),
            row.height());
    assertEquals(List.of(0L), above);
    return row.height();
  }

  private void check(NodeTable table, int level, TreeNode node, Bytes end) throws SQLException {
    List<TreeNode> children = table.children(level, node.place(), end);
    assertEquals(children.size(), node.parts(), "parts of level " + level);
    assertEquals(
        Counts.sum(children.stream().map(TreeNode::counts).toList()),
        node.counts(),
        "counts of level " + level);
    assertTrue(node.parts() <= shape.max(level), () -> node.parts() + " parts of level " + level);
    if (level == 0) {
      return;
    }
    assertEquals(node.place(), children.getFirst().place(), "the first of level " + level);
    List<Bytes> ends = new ArrayList<>(children.stream().skip(1).map(TreeNode::place).toList());
    ends.add(end);
    for (int i = 0; i < children.size(); i++) {
      check(table, level - 1, children.get(i), ends.get(i));
    }
  }
}
