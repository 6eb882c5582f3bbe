package pagemark.sql.tree;

import java.util.ArrayList;
import java.util.List;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.sql.table.Counts;
import pagemark.sql.table.PositionTable.CellChange;
import pagemark.sql.tree.NodeTable.TreeNode;

/// The entries that a batch has added to a group behind all that were there, in their order.
///
/// A node that they have made too large is split without reading its entries, because the pieces
/// after the first begin at these entries. That is the case of each batch that is in time order.
record AppendedEntries(List<CellChange> changes) {
  /// Divides a node of the lowest level.
  ///
  /// @param node with its new counts
  /// @param end of the node, or of the nodes that the batch has not changed behind it
  /// @return the pieces; none if the entries must be read, because a piece would begin before these
  ///   entries, or the last one would be too small
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
    int count = Math.ceilDiv(rest.size(), target);
    List<TreeNode> pieces = new ArrayList<>();
    Counts behind = Counts.NONE;
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) rest.size() * i / count);
      int to = (int) ((long) rest.size() * (i + 1) / count);
      List<CellChange> own = rest.subList(from, to);
      Counts counts = Counts.sum(own.stream().map(AppendedEntries::one).toList());
      behind = behind.plus(counts);
      pieces.add(new TreeNode(own.getFirst().at().place(), counts, own.size()));
    }
    pieces.addFirst(
        new TreeNode(node.place(), node.counts().minus(behind), node.parts() - rest.size()));
    return pieces;
  }

  private static Counts one(CellChange change) {
    Cell after = change.after();
    return after == null ? Counts.NONE : Counts.one(after);
  }
}
