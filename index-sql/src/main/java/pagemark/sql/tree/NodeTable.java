package pagemark.sql.tree;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.tree.NodeTable.TreeNode;

/// Reads and writes the tree nodes of a group, the table `pm_anchor`, and reads the entries below
/// them.
public record NodeTable(Tx tx, long group) {
  private static final int RANGES_PER_QUERY = 100;
  private static final String NODES =
      "SELECT place, parts, entries, cells FROM pm_anchor WHERE group_id = ? AND level = ? AND ";

  static TreeNode node(ResultSet row) throws SQLException {
    return new TreeNode(
        Bytes.of(row.getBytes("place")),
        new Counts(row.getLong("entries"), row.getString("cells")),
        row.getInt("parts"));
  }

  /// Reads the parts of a node between two places: nodes of the level below, or for the lowest
  /// level entries.
  ///
  /// @param high not included
  public List<TreeNode> children(int level, Bytes low, Bytes high) throws SQLException {
    return level == 0 ? entries(low, high) : nodes(level - 1, low, high);
  }

  private List<TreeNode> nodes(int level, Bytes low, Bytes high) throws SQLException {
    return nodes("place >= ? AND place < ? ORDER BY place", level, low, high);
  }

  /// @param where the condition on the places, and what follows it in the statement
  private List<TreeNode> nodes(String where, int level, Bytes... places) throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(group, level));
    parameters.addAll(List.of(places));
    return tx.query(NODES + where, NodeTable::node, parameters);
  }

  /// Reads the nodes of a level in some ranges that do not overlap.
  ///
  /// @param ranges from the first place of each range to its end, which is not included
  NavigableMap<Bytes, TreeNode> within(int level, Map<Bytes, Bytes> ranges) throws SQLException {
    return within(tx, List.of(new Level(group, level, ranges))).get(0);
  }

  /// Ranges of a level of a group's nodes, which do not overlap.
  record Level(long group, int level, Map<Bytes, Bytes> ranges) {}

  /// Reads nodes of some levels, with one statement for each 100 ranges.
  ///
  /// @return the nodes of each level, in the order of `levels`
  static List<NavigableMap<Bytes, TreeNode>> within(Tx tx, List<Level> levels) throws SQLException {
    List<NavigableMap<Bytes, TreeNode>> read = new ArrayList<>();
    List<List<Object>> ranges = new ArrayList<>();
    for (int n = 0; n < levels.size(); n++) {
      read.add(new TreeMap<>());
      Level level = levels.get(n);
      for (Map.Entry<Bytes, Bytes> range : level.ranges().entrySet()) {
        ranges.add(List.of(n, level.group(), level.level(), range.getKey(), range.getValue()));
      }
    }
    String one = NODES.replace("SELECT ", "SELECT ? AS n, ") + "place >= ? AND place < ?";
    for (int from = 0; from < ranges.size(); from += RANGES_PER_QUERY) {
      var some = ranges.subList(from, Math.min(from + RANGES_PER_QUERY, ranges.size()));
      List<Object> parameters = new ArrayList<>();
      some.forEach(parameters::addAll);
      tx.query(
          one + (" UNION ALL " + one).repeat(some.size() - 1),
          row -> {
            TreeNode node = node(row);
            return read.get(row.getInt("n")).put(node.place(), node);
          },
          parameters);
    }
    return read;
  }

  private List<TreeNode> entries(Bytes low, Bytes high) throws SQLException {
    return tx.query(
        """
        SELECT place, cell FROM pm_position
        WHERE group_id = ? AND shard_id IN (%s) AND place >= ? AND place < ? ORDER BY place\
        """
            .formatted(tx.shardNumbers()),
        row -> new TreeNode(Bytes.of(row.getBytes(1)), Counts.one(new Cell(row.getString(2))), 1),
        group,
        low,
        high);
  }

  /// Reads the first node of a level after `place` and before `high`, if there is one.
  List<TreeNode> following(int level, Bytes place, Bytes high) throws SQLException {
    return nodes("place > ? AND place < ? ORDER BY place LIMIT 1", level, place, high);
  }

  /// Reads the last node of a level at or after `low` and before `place`, if there is one.
  List<TreeNode> preceding(int level, Bytes low, Bytes place) throws SQLException {
    return nodes("place >= ? AND place < ? ORDER BY place DESC LIMIT 1", level, low, place);
  }

  /// Reads the first nodes of a level at or after `low`.
  List<TreeNode> from(int level, Bytes low, int most) throws SQLException {
    return nodes("place >= ? ORDER BY place LIMIT " + most, level, low);
  }

  /// Reads where the node of a level that begins at `place` ends.
  Bytes end(int level, Bytes place) throws SQLException {
    return following(level, place, Place.END).stream()
        .map(TreeNode::place)
        .findFirst()
        .orElse(Place.END);
  }

  /// Writes nodes. Replaces those that exist.
  void put(int level, Collection<TreeNode> nodes) throws SQLException {
    NodeWrites writes = new NodeWrites(tx);
    writes.put(group, level, nodes);
    writes.flush();
  }

  void delete(int level, Bytes place) throws SQLException {
    tx.update(
        "DELETE FROM pm_anchor WHERE group_id = ? AND level = ? AND place = ?",
        group,
        level,
        place);
  }

  /// A row of `pm_anchor`: it counts what a group has from its place to the next node of its level.
  ///
  /// @param parts the number of nodes of the level below; for the lowest level, of entries
  public record TreeNode(Bytes place, Counts counts, int parts) {}

  /// Nodes of different groups that wait to be written together, with one statement for all of
  /// them.
  ///
  /// Whoever reads or deletes nodes of a level in between writes that level first, see [#at].
  static final class NodeWrites {
    private static final List<String> KEY = List.of("group_id", "level", "place");
    private static final List<String> COLUMNS =
        List.of("group_id", "level", "place", "parts", "entries", "cells");

    /// The order of the table's key.
    private static final Comparator<GroupLevel> ORDER =
        Comparator.comparingLong(GroupLevel::group).thenComparingInt(GroupLevel::level);

    private final Tx tx;
    private final Map<GroupLevel, Map<Bytes, TreeNode>> waiting = new TreeMap<>(ORDER);

    NodeWrites(Tx tx) {
      this.tx = tx;
    }

    private record GroupLevel(long group, int level) {}

    /// Adds nodes. They replace those that exist or wait.
    void put(long group, int level, Collection<TreeNode> nodes) {
      Map<Bytes, TreeNode> own =
          waiting.computeIfAbsent(new GroupLevel(group, level), _ -> new TreeMap<>());
      nodes.forEach(node -> own.put(node.place(), node));
    }

    /// The table, after what waits of a level of a group has been written.
    NodeTable at(long group, int level) throws SQLException {
      GroupLevel one = new GroupLevel(group, level);
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

    private void write(Map<GroupLevel, Map<Bytes, TreeNode>> levels) throws SQLException {
      List<List<Object>> rows = new ArrayList<>();
      levels.forEach((level, nodes) -> nodes.values().forEach(node -> rows.add(row(level, node))));
      tx.put("pm_anchor", KEY, COLUMNS, rows);
    }

    private static List<Object> row(GroupLevel level, TreeNode node) {
      return List.of(
          level.group(),
          level.level(),
          node.place(),
          node.parts(),
          node.counts().entries(),
          node.counts().byCell());
    }
  }
}
