package pagemark.sql.tree;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import pagemark.key.Bytes;
import pagemark.key.Place;

/// Finds the nodes over some places. It goes down from the root and reads all children of each node
/// on the way.
///
/// The alternative is to search for the last node before each place. That costs a search for each
/// place and level, and on MariaDB a walk along the level.
record TouchedNodes(NodeTable table, int height) {
  /// @return the nodes over the places, by level from the lowest
  List<NavigableMap<Bytes, TreeNode>> over(Collection<Bytes> places) throws SQLException {
    List<NavigableMap<Bytes, TreeNode>> levels = new ArrayList<>();
    NavigableMap<Bytes, Bytes> ranges = new TreeMap<>(Map.of(Place.FIRST, Place.END));
    for (int level = height - 1; level >= 0; level--) {
      NavigableMap<Bytes, TreeNode> read = table.within(level, ranges);
      NavigableMap<Bytes, TreeNode> over = new TreeMap<>();
      NavigableMap<Bytes, Bytes> below = new TreeMap<>();
      for (Bytes place : places) {
        TreeNode node = requireNonNull(read.floorEntry(place)).getValue();
        over.put(node.place(), node);
        below.put(node.place(), end(read, ranges, node.place()));
      }
      levels.add(over);
      ranges = below;
    }
    Collections.reverse(levels);
    return levels;
  }

  /// Where the node at `place` ends. The next node that was read may belong to a later range; then
  /// this node ends with its own range.
  private static Bytes end(
      NavigableMap<Bytes, TreeNode> read, NavigableMap<Bytes, Bytes> ranges, Bytes place) {
    Bytes next = read.higherKey(place);
    Bytes range = requireNonNull(ranges.floorEntry(place)).getValue();
    return next == null || next.compareTo(range) > 0 ? range : next;
  }
}
