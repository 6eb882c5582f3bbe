package pagemark.sql.tree;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.table.GroupRow;
import pagemark.sql.tree.CountedTree.Found;
import pagemark.sql.tree.NodeTable.TreeNode;

/// The tree nodes of a group, as far as a page needs them.
///
/// Each question goes down from the root, one level at a time, for all ranks or places at once.
/// That takes one statement for each level, whatever the number of entries, and none for nodes that
/// were read before.
public final class CountedTree {
  /// The number of entries of about two leaves.
  private static final int NEAR = 2_000;

  private final Tx tx;
  private final GroupRow group;
  private final Map<NodeRange, List<TreeNode>> children = new HashMap<>();

  /// @param top the nodes of the highest level; empty if the group has none
  public CountedTree(Tx tx, GroupRow group, List<TreeNode> top) {
    this.tx = tx;
    this.group = group;
    if (group.height() > 0) {
      children.put(root(), top);
    }
  }

  /// The range of a node: from its place to the place of the next node of its level.
  record NodeRange(int level, Bytes low, Bytes high) {}

  /// A node on the way down.
  ///
  /// @param own the counts of the node
  /// @param before the counts of everything before it in the group
  record Found(NodeRange range, Counts own, Counts before) {
    /// The counts of everything before the next node.
    Counts passed() {
      return before.plus(own);
    }
  }

  private NodeRange root() {
    return new NodeRange(group.height(), Place.FIRST, Place.END);
  }

  public Counts total() {
    return group.counts();
  }

  /// Finds for each rank of a selection the lowest node that holds it.
  ///
  /// @param ranks counted from 0, below the selection's total
  List<Found> find(List<Long> ranks, List<Cell> selection) throws SQLException {
    return descend(
        ranks.size(),
        (n, nodes, before) -> {
          long passed = before.of(selection);
          for (int i = 0; i < nodes.size() - 1; i++) {
            passed += nodes.get(i).counts().of(selection);
            if (passed > ranks.get(n)) {
              return i;
            }
          }
          return nodes.size() - 1;
        });
  }

  /// Counts for each place what the group has before it.
  public List<Counts> before(List<Bytes> places) throws SQLException {
    return new RangeCounts(tx, group.id()).add(leaves(places), places);
  }

  /// Counts what the group has from one place to another. If the places are near each other, only
  /// the entries between them are counted.
  public Counts between(Bytes low, Bytes high) throws SQLException {
    List<Bytes> places = List.of(low, high);
    List<Found> leaves = leaves(places);
    RangeCounts range = new RangeCounts(tx, group.id());
    if (leaves.get(1).before().entries() - leaves.get(0).before().entries() <= NEAR) {
      return range.between(low, high);
    }
    List<Counts> before = range.add(leaves, places);
    return before.get(1).minus(before.get(0));
  }

  private List<Found> leaves(List<Bytes> places) throws SQLException {
    return descend(
        places.size(),
        (n, nodes, _) -> {
          int at = 0;
          while (at + 1 < nodes.size() && nodes.get(at + 1).place().compareTo(places.get(n)) <= 0) {
            at++;
          }
          return at;
        });
  }

  /// Chooses one of a node's children.
  @FunctionalInterface
  private interface Choice {
    /// @param n the number of the question
    /// @param before the counts of everything before the first of `nodes`
    int of(int n, List<TreeNode> nodes, Counts before);
  }

  private List<Found> descend(int questions, Choice choice) throws SQLException {
    List<Found> found = new ArrayList<>();
    for (int n = 0; n < questions; n++) {
      found.add(new Found(root(), total(), Counts.NONE));
    }
    for (int level = group.height(); level > 0; level--) {
      load(found);
      for (int n = 0; n < questions; n++) {
        Found above = found.get(n);
        List<TreeNode> nodes = requireNonNull(children.get(above.range()));
        found.set(n, below(above, nodes, choice.of(n, nodes, above.before())));
      }
    }
    return found;
  }

  private static Found below(Found above, List<TreeNode> nodes, int chosen) {
    Bytes high = chosen + 1 < nodes.size() ? nodes.get(chosen + 1).place() : above.range().high();
    Counts passed = Counts.sum(nodes.subList(0, chosen).stream().map(TreeNode::counts).toList());
    return new Found(
        new NodeRange(above.range().level() - 1, nodes.get(chosen).place(), high),
        nodes.get(chosen).counts(),
        above.before().plus(passed));
  }

  /// Reads the children of some nodes of one level, unless they were read before.
  private void load(List<Found> nodes) throws SQLException {
    Map<Bytes, Bytes> missing = new HashMap<>();
    for (Found node : nodes) {
      if (!children.containsKey(node.range())) {
        missing.put(node.range().low(), node.range().high());
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    int level = nodes.getFirst().range().level();
    NavigableMap<Bytes, TreeNode> read = new NodeTable(tx, group.id()).within(level - 1, missing);
    missing.forEach(
        (low, high) ->
            children.put(
                new NodeRange(level, low, high),
                List.copyOf(read.subMap(low, true, high, false).values())));
  }

  /// Counts entries between places by reading them.
  record RangeCounts(Tx tx, long group) {
    /// Counts the entries between two places.
    Counts between(Bytes low, Bytes high) throws SQLException {
      return Counts.sum(
          tx.query(
              counting(0),
              row -> Counts.of(new Cell(row.getString("cell")), row.getLong("entries")),
              group,
              low,
              high));
    }

    /// Counts for each place the entries before it: those in its leaf, added to the counts before
    /// the leaf.
    ///
    /// @param leaves the leaf of each place
    List<Counts> add(List<Found> leaves, List<Bytes> places) throws SQLException {
      List<String> parts = new ArrayList<>();
      List<Object> parameters = new ArrayList<>();
      List<Counts> counts = new ArrayList<>();
      for (int n = 0; n < places.size(); n++) {
        parts.add(counting(n));
        parameters.addAll(List.of(group, leaves.get(n).range().low(), places.get(n)));
        counts.add(leaves.get(n).before());
      }
      if (!parts.isEmpty()) {
        tx.query(
            String.join(" UNION ALL ", parts),
            row -> {
              Counts more = Counts.of(new Cell(row.getString("cell")), row.getLong("entries"));
              int n = row.getInt("n");
              return counts.set(n, counts.get(n).plus(more));
            },
            parameters);
      }
      return counts;
    }

    /// @param n the number of the range
    private String counting(int n) {
      return "SELECT %d AS n, cell, COUNT(*) AS entries FROM pm_position".formatted(n)
          + " WHERE group_id = ? AND shard_id IN (%s)".formatted(tx.shardNumbers())
          + " AND place >= ? AND place < ? GROUP BY cell";
    }
  }
}
