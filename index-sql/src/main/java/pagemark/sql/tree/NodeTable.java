package pagemark.sql.tree;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Place;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;

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

  /// Reads the nodes of a level in some ranges that do not overlap, with one statement for each 100
  /// ranges.
  ///
  /// @param ranges from the first place of each range to its end, which is not included
  NavigableMap<Bytes, TreeNode> within(int level, Map<Bytes, Bytes> ranges) throws SQLException {
    NavigableMap<Bytes, TreeNode> read = new TreeMap<>();
    List<Map.Entry<Bytes, Bytes>> all = List.copyOf(ranges.entrySet());
    for (int from = 0; from < all.size(); from += RANGES_PER_QUERY) {
      var some = all.subList(from, Math.min(from + RANGES_PER_QUERY, all.size()));
      String one = NODES + "place >= ? AND place < ?";
      List<Object> parameters = new ArrayList<>();
      some.forEach(
          range -> parameters.addAll(List.of(group, level, range.getKey(), range.getValue())));
      tx.query(one + (" UNION ALL " + one).repeat(some.size() - 1), NodeTable::node, parameters)
          .forEach(node -> read.put(node.place(), node));
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
    tx.insert(
        tx.dialect()
            .upsert(
                "pm_anchor",
                new String[] {"group_id", "level", "place"},
                new String[] {"parts", "entries", "cells"}),
        nodes.stream().map(node -> row(level, node)).toList());
  }

  private List<Object> row(int level, TreeNode node) {
    return List.of(
        group, level, node.place(), node.parts(), node.counts().entries(), node.counts().byCell());
  }

  void delete(int level, Bytes place) throws SQLException {
    tx.update(
        "DELETE FROM pm_anchor WHERE group_id = ? AND level = ? AND place = ?",
        group,
        level,
        place);
  }
}
