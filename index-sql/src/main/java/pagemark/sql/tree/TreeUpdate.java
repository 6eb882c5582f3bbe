package pagemark.sql.tree;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.table.FenceTable.GroupEdges;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.PositionTable.CellChange;
import pagemark.sql.tree.NodeTable.NodeWrites;
import pagemark.sql.tree.NodeTable.TreeNode;
import pagemark.sql.tree.TreeShaping.AppendedEntries;

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
  /// @param changes those of a group are in the order of their places
  /// @param edges of the groups before the changes
  /// @return the rows of the changed groups after the changes
  public List<GroupRow> apply(List<CellChange> changes, GroupEdges edges) throws SQLException {
    Map<Long, List<CellChange>> byGroup = new HashMap<>();
    changes.forEach(
        change -> byGroup.computeIfAbsent(change.at().group(), _ -> new ArrayList<>()).add(change));
    Map<Long, TouchedNodes> touched = new HashMap<>();
    byGroup.forEach(
        (group, own) ->
            touched.put(
                group,
                new TouchedNodes(
                    group,
                    requireNonNull(rows.get(group)).height(),
                    own.stream().map(change -> change.at().place()).toList())));
    TouchedNodes.find(tx, touched.values());
    NodeWrites writes = new NodeWrites(tx);
    List<GroupRow> after = new ArrayList<>();
    for (Map.Entry<Long, List<CellChange>> group : byGroup.entrySet()) {
      List<NavigableMap<Bytes, TreeNode>> levels =
          requireNonNull(touched.get(group.getKey())).levels();
      List<CellChange> own = group.getValue();
      for (int level = 0; level < levels.size(); level++) {
        count(level, levels.get(level), own);
      }
      AppendedEntries appended =
          new AppendedEntries(own.stream().filter(c -> !edges.mayHave(c.at())).toList());
      after.add(
          new TreeShaping(writes, group.getKey(), shape, levels, appended)
              .shaped(counted(requireNonNull(rows.get(group.getKey())), own)));
    }
    writes.flush();
    return after;
  }

  private static GroupRow counted(GroupRow row, List<CellChange> changes) {
    Counts counts = row.counts().plus(delta(changes));
    return row.withRoot(
        row.height(), row.height() == 0 ? Math.toIntExact(counts.entries()) : row.parts(), counts);
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

  /// The nodes over some places of a group. They are found from the root down: all children of each
  /// node on the way are read, for all groups together, with one step for each level.
  ///
  /// The alternative is to search for the last node before each place. That costs a search for each
  /// place and level, and on MariaDB a walk along the level.
  static final class TouchedNodes {
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

    /// Where the node at `place` ends. The next node that was read may belong to a later range;
    /// then this node ends with its own range.
    private Bytes end(NavigableMap<Bytes, TreeNode> read, Bytes place) {
      Bytes after = read.higherKey(place);
      Bytes range = requireNonNull(ranges.floorEntry(place)).getValue();
      return after == null || after.compareTo(range) > 0 ? range : after;
    }
  }
}
