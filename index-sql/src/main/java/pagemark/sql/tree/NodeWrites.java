package pagemark.sql.tree;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pagemark.entry.Bytes;
import pagemark.sql.connection.Tx;
import pagemark.sql.tree.NodeTable.TreeNode;

/// Nodes of different groups that wait to be written together, with one statement for all of them.
///
/// Whoever reads or deletes nodes of a level in between writes that level first, see [#at].
final class NodeWrites {
  private static final List<String> KEY = List.of("group_id", "level", "place");
  private static final List<String> COLUMNS =
      List.of("group_id", "level", "place", "parts", "entries", "cells");

  /// The order of the table's key.
  private static final Comparator<Level> ORDER =
      Comparator.comparingLong(Level::group).thenComparingInt(Level::level);

  private final Tx tx;
  private final Map<Level, Map<Bytes, TreeNode>> waiting = new TreeMap<>(ORDER);

  NodeWrites(Tx tx) {
    this.tx = tx;
  }

  private record Level(long group, int level) {}

  /// Adds nodes. They replace those that exist or wait.
  void put(long group, int level, Collection<TreeNode> nodes) {
    Map<Bytes, TreeNode> own =
        waiting.computeIfAbsent(new Level(group, level), _ -> new TreeMap<>());
    nodes.forEach(node -> own.put(node.place(), node));
  }

  /// The table, after what waits of a level of a group has been written.
  NodeTable at(long group, int level) throws SQLException {
    Level one = new Level(group, level);
    Map<Bytes, TreeNode> own = waiting.remove(one);
    if (own != null) {
      write(Map.of(one, own));
    }
    return new NodeTable(tx, group);
  }

  void flush() throws SQLException {
    write(waiting);
    waiting.clear();
  }

  private void write(Map<Level, Map<Bytes, TreeNode>> levels) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    levels.forEach((level, nodes) -> nodes.values().forEach(node -> rows.add(row(level, node))));
    tx.put("pm_anchor", KEY, COLUMNS, rows);
  }

  private static List<Object> row(Level level, TreeNode node) {
    return List.of(
        level.group(),
        level.level(),
        node.place(),
        node.parts(),
        node.counts().entries(),
        node.counts().byCell());
  }
}
