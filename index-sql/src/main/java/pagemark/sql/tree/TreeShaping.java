package pagemark.sql.tree;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.sql.table.Counts;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.PositionTable.CellChange;
import pagemark.sql.tree.NodeTable.NodeWrites;
import pagemark.sql.tree.NodeTable.TreeNode;

/// Splits and joins the nodes of one group that have become too large or too small, and writes
/// them, level by level from the lowest to the root.
///
/// A node joins only a neighbour with the same parent. So the places of a level are always among
/// those of the level below it.
final class TreeShaping {
  private final NodeWrites writes;
  private final long group;
  private final Shape shape;
  private final AppendedEntries appended;

  /// The nodes over what has changed, with new counts, by level from the lowest.
  private final List<NavigableMap<Bytes, TreeNode>> touched;

  private int height;
  private int rootParts;

  TreeShaping(
      NodeWrites writes,
      long group,
      Shape shape,
      List<NavigableMap<Bytes, TreeNode>> touched,
      AppendedEntries appended) {
    this.writes = writes;
    this.group = group;
    this.shape = shape;
    this.touched = touched;
    this.appended = appended;
  }

  /// Shapes all levels.
  ///
  /// @return the group's row with the new root
  GroupRow shaped(GroupRow row) throws SQLException {
    height = row.height();
    rootParts = row.parts();
    for (int level = 0; level < row.height(); level++) {
      shape(level);
    }
    growRoot();
    shrinkRoot();
    return row.withRoot(height, rootParts, row.counts());
  }

  private void shape(int level) throws SQLException {
    NavigableMap<Bytes, TreeNode> nodes = touched.get(level);
    for (Bytes place : List.copyOf(nodes.keySet())) {
      TreeNode node = nodes.get(place);
      if (node != null && node.parts() > shape.max(level)) {
        split(level, node);
      } else if (node != null && node.parts() < shape.min(level)) {
        join(level, node);
      }
    }
    writes.put(group, level, nodes.values());
  }

  private NodeTable table(int level) throws SQLException {
    return writes.at(group, level);
  }

  /// Reads the parts of a node: nodes of the level below, or entries.
  private List<TreeNode> children(int level, Bytes low, Bytes high) throws SQLException {
    return table(level - 1).children(level, low, high);
  }

  /// Splits a node. It keeps the first piece.
  private void split(int level, TreeNode node) throws SQLException {
    Bytes next = touched.get(level).higherKey(node.place());
    List<TreeNode> known =
        level == 0 ? appended.pieces(node, next == null ? Place.END : next, shape) : List.of();
    List<TreeNode> pieces = known.isEmpty() ? read(level, node) : known;
    touched.get(level).put(node.place(), pieces.getFirst());
    writes.put(group, level, pieces.subList(1, pieces.size()));
    addParts(level, node.place(), pieces.size() - 1);
  }

  /// Reads the parts of a node and divides them.
  private List<TreeNode> read(int level, TreeNode node) throws SQLException {
    Bytes end = table(level).end(level, node.place());
    return pieces(node.place(), children(level, node.place(), end), shape.target(level));
  }

  /// Divides children into nodes of about equal size.
  private static List<TreeNode> pieces(Bytes place, List<TreeNode> children, int target) {
    int count = Math.ceilDiv(children.size(), target);
    List<TreeNode> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) children.size() * i / count);
      int to = (int) ((long) children.size() * (i + 1) / count);
      List<TreeNode> own = children.subList(from, to);
      Counts counts = Counts.sum(own.stream().map(TreeNode::counts).toList());
      pieces.add(new TreeNode(i == 0 ? place : own.getFirst().place(), counts, own.size()));
    }
    return pieces;
  }

  private void join(int level, TreeNode node) throws SQLException {
    TreeNode after = following(level, node);
    if (after != null && after.parts() + node.parts() <= shape.max(level)) {
      join(level, node, after);
      return;
    }
    TreeNode before = preceding(level, node);
    if (before != null && before.parts() + node.parts() <= shape.max(level)) {
      join(level, before, node);
    }
  }

  private void join(int level, TreeNode left, TreeNode right) throws SQLException {
    NavigableMap<Bytes, TreeNode> nodes = touched.get(level);
    nodes.remove(right.place());
    table(level).delete(level, right.place());
    Counts counts = left.counts().plus(right.counts());
    nodes.put(left.place(), new TreeNode(left.place(), counts, left.parts() + right.parts()));
    addParts(level, left.place(), -1);
  }

  /// The next node with the same parent.
  private @Nullable TreeNode following(int level, TreeNode node) throws SQLException {
    Bytes end =
        level + 1 == height
            ? Place.END
            : table(level + 1).end(level + 1, parent(level, node.place()));
    return asTouched(level, table(level).following(level, node.place(), end));
  }

  private @Nullable TreeNode preceding(int level, TreeNode node) throws SQLException {
    return asTouched(
        level, table(level).preceding(level, parent(level, node.place()), node.place()));
  }

  /// Prefers the node with new counts, if the one that was read has been counted again.
  private @Nullable TreeNode asTouched(int level, List<TreeNode> read) {
    if (read.isEmpty()) {
      return null;
    }
    TreeNode node = read.getFirst();
    return touched.get(level).getOrDefault(node.place(), node);
  }

  private Bytes parent(int level, Bytes place) {
    return level + 1 == height
        ? Place.FIRST
        : requireNonNull(touched.get(level + 1).floorKey(place));
  }

  private void addParts(int level, Bytes place, int more) {
    if (level + 1 == height) {
      rootParts += more;
      return;
    }
    touched
        .get(level + 1)
        .computeIfPresent(
            parent(level, place),
            (at, parent) -> new TreeNode(at, parent.counts(), parent.parts() + more));
  }

  private void growRoot() throws SQLException {
    while (rootParts > shape.max(height)) {
      List<TreeNode> pieces =
          pieces(Place.FIRST, children(height, Place.FIRST, Place.END), shape.target(height));
      writes.put(group, height, pieces);
      height++;
      rootParts = pieces.size();
    }
  }

  /// Replaces a root that has one node by that node.
  private void shrinkRoot() throws SQLException {
    while (height > 0 && rootParts == 1) {
      TreeNode only = children(height, Place.FIRST, Place.END).getFirst();
      height--;
      table(height).delete(height, only.place());
      rootParts = only.parts();
    }
  }

  /// The entries that a batch has added to a group behind all that were there, in their order.
  ///
  /// A node that they have made too large is split without reading its entries, because the pieces
  /// after the first begin at these entries. That is the case of each batch that is in time order.
  record AppendedEntries(List<CellChange> changes) {
    /// Divides a node of the lowest level.
    ///
    /// @param node with its new counts
    /// @param end of the node, or of the nodes that the batch has not changed behind it
    /// @return the pieces; none if the entries must be read, because a piece would begin before
    ///   these entries, or the last one would be too small
    List<TreeNode> pieces(TreeNode node, Bytes end, Shape shape) {
      List<CellChange> own =
          changes.stream()
              .filter(change -> isBetween(node.place(), change.at().place(), end))
              .toList();
      int old = node.parts() - own.size();
      int even = node.parts() / Math.ceilDiv(node.parts(), shape.target(0));
      int first = Math.max(old, even);
      int rest = node.parts() - first;
      return old < 0 || first > shape.max(0) || rest < Math.max(1, shape.min(0))
          ? List.of()
          : pieces(node, own.subList(own.size() - rest, own.size()), shape.target(0));
    }

    private static boolean isBetween(Bytes low, Bytes place, Bytes high) {
      return low.compareTo(place) < 0 && place.compareTo(high) < 0;
    }

    private static List<TreeNode> pieces(TreeNode node, List<CellChange> rest, int target) {
      List<TreeNode> entries =
          rest.stream().map(change -> new TreeNode(change.at().place(), one(change), 1)).toList();
      List<TreeNode> pieces = TreeShaping.pieces(entries.getFirst().place(), entries, target);
      Counts behind = Counts.sum(pieces.stream().map(TreeNode::counts).toList());
      pieces.addFirst(
          new TreeNode(node.place(), node.counts().minus(behind), node.parts() - rest.size()));
      return pieces;
    }

    private static Counts one(CellChange change) {
      Cell after = change.after();
      return after == null ? Counts.NONE : Counts.one(after);
    }
  }
}
