package pagemark.sql.tree;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.sql.connection.Tx;

/// The nodes over some places of a group. They are found from the root down: all children of each
/// node on the way are read, for all groups together, with one step for each level.
///
/// The alternative is to search for the last node before each place. That costs a search for each
/// place and level, and on MariaDB a walk along the level.
final class TouchedNodes {
  private final long group;
  private final Collection<Bytes> places;

  /// The nodes over the places that were found, by level from the lowest.
  private final List<NavigableMap<Bytes, TreeNode>> levels = new ArrayList<>();

  /// The level that is read next; below 0 if none is left.
  private int next;

  /// The ranges of the nodes that were found last.
  private NavigableMap<Bytes, Bytes> ranges = new TreeMap<>(Map.of(Place.FIRST, Place.END));

  /// @param height the number of levels of the group's nodes
  TouchedNodes(long group, int height, Collection<Bytes> places) {
    this.group = group;
    this.places = places;
    this.next = height - 1;
  }

  /// Finds the nodes of all groups.
  static void find(Tx tx, Collection<TouchedNodes> groups) throws SQLException {
    List<TouchedNodes> open = groups.stream().filter(TouchedNodes::isOpen).toList();
    while (!open.isEmpty()) {
      List<NavigableMap<Bytes, TreeNode>> read =
          NodeTable.within(tx, open.stream().map(TouchedNodes::wanted).toList());
      for (int i = 0; i < open.size(); i++) {
        open.get(i).goDown(read.get(i));
      }
      open = open.stream().filter(TouchedNodes::isOpen).toList();
    }
  }

  /// The nodes over the places, by level from the lowest.
  List<NavigableMap<Bytes, TreeNode>> levels() {
    return levels;
  }

  private boolean isOpen() {
    return next >= 0;
  }

  private NodeTable.Level wanted() {
    return new NodeTable.Level(group, next, ranges);
  }

  private void goDown(NavigableMap<Bytes, TreeNode> read) {
    NavigableMap<Bytes, TreeNode> over = new TreeMap<>();
    NavigableMap<Bytes, Bytes> below = new TreeMap<>();
    for (Bytes place : places) {
      TreeNode node = requireNonNull(read.floorEntry(place)).getValue();
      over.put(node.place(), node);
      below.put(node.place(), end(read, node.place()));
    }
    levels.addFirst(over);
    ranges = below;
    next--;
  }

  /// Where the node at `place` ends. The next node that was read may belong to a later range; then
  /// this node ends with its own range.
  private Bytes end(NavigableMap<Bytes, TreeNode> read, Bytes place) {
    Bytes after = read.higherKey(place);
    Bytes range = requireNonNull(ranges.floorEntry(place)).getValue();
    return after == null || after.compareTo(range) > 0 ? range : after;
  }
}
