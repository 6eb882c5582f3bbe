package pagemark.sql;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;

/// Splits and joins the anchors of one group that have become too large or too small, and writes
/// them, level by level from the lowest to the root.
///
/// A node joins only a neighbour with the same parent. So the places of a level are always among
/// those of the level below it.
final class TreeShaping {
  private final Anchors anchors;
  private final Shape shape;

  /// The anchors over what has changed, with new counts, by level from the lowest.
  private final List<NavigableMap<Bytes, Node>> touched;

  private int height;
  private int rootParts;

  TreeShaping(Anchors anchors, Shape shape, List<NavigableMap<Bytes, Node>> touched) {
    this.anchors = anchors;
    this.shape = shape;
    this.touched = touched;
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
    NavigableMap<Bytes, Node> nodes = touched.get(level);
    for (Bytes place : List.copyOf(nodes.keySet())) {
      Node node = nodes.get(place);
      if (node != null && node.parts() > shape.max(level)) {
        split(level, node);
      } else if (node != null && node.parts() < shape.min(level)) {
        join(level, node);
      }
    }
    anchors.put(level, nodes.values());
  }

  /// Splits a node. It keeps the first piece.
  private void split(int level, Node node) throws SQLException {
    Bytes end = anchors.end(level, node.place());
    List<Node> pieces =
        pieces(node.place(), anchors.children(level, node.place(), end), shape.target(level));
    touched.get(level).put(node.place(), pieces.getFirst());
    anchors.put(level, pieces.subList(1, pieces.size()));
    addParts(level, node.place(), pieces.size() - 1);
  }

  /// Divides children into nodes of about equal size.
  private static List<Node> pieces(Bytes place, List<Node> children, int target) {
    int count = Math.ceilDiv(children.size(), target);
    List<Node> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) children.size() * i / count);
      int to = (int) ((long) children.size() * (i + 1) / count);
      List<Node> own = children.subList(from, to);
      Counts counts = Counts.sum(own.stream().map(Node::counts).toList());
      pieces.add(new Node(i == 0 ? place : own.getFirst().place(), counts, own.size()));
    }
    return pieces;
  }

  private void join(int level, Node node) throws SQLException {
    Node after = following(level, node);
    if (after != null && after.parts() + node.parts() <= shape.max(level)) {
      join(level, node, after);
      return;
    }
    Node before = preceding(level, node);
    if (before != null && before.parts() + node.parts() <= shape.max(level)) {
      join(level, before, node);
    }
  }

  private void join(int level, Node left, Node right) throws SQLException {
    NavigableMap<Bytes, Node> nodes = touched.get(level);
    nodes.remove(right.place());
    anchors.delete(level, right.place());
    Counts counts = left.counts().plus(right.counts());
    nodes.put(left.place(), new Node(left.place(), counts, left.parts() + right.parts()));
    addParts(level, left.place(), -1);
  }

  /// The next node with the same parent.
  private @Nullable Node following(int level, Node node) throws SQLException {
    Bytes end =
        level + 1 == height ? Place.END : anchors.end(level + 1, parent(level, node.place()));
    return asTouched(level, anchors.following(level, node.place(), end));
  }

  private @Nullable Node preceding(int level, Node node) throws SQLException {
    return asTouched(level, anchors.preceding(level, parent(level, node.place()), node.place()));
  }

  /// Prefers the node with new counts, if the one that was read has been counted again.
  private @Nullable Node asTouched(int level, List<Node> read) {
    if (read.isEmpty()) {
      return null;
    }
    Node node = read.getFirst();
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
            (at, parent) -> new Node(at, parent.counts(), parent.parts() + more));
  }

  private void growRoot() throws SQLException {
    while (rootParts > shape.max(height)) {
      List<Node> pieces =
          pieces(
              Place.FIRST, anchors.children(height, Place.FIRST, Place.END), shape.target(height));
      anchors.put(height, pieces);
      height++;
      rootParts = pieces.size();
    }
  }

  /// Replaces a root that has one node by that node.
  private void shrinkRoot() throws SQLException {
    while (height > 0 && rootParts == 1) {
      Node only = anchors.children(height, Place.FIRST, Place.END).getFirst();
      height--;
      anchors.delete(height, only.place());
      rootParts = only.parts();
    }
  }
}
