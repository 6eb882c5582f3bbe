package pagemark.sql.tree;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.index.Inspector.KeptCounts;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Database.MissingTables;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.Counts;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.tree.CountedTree.RangeCounts;
import pagemark.sql.tree.NodeTable.TreeNode;

/// Checks the counts of a group's nodes against what they count. Each transaction checks up to 20
/// nodes, so that writers are not blocked for long.
public record TreeAudit(Database database) implements KeptCounts {
  private static final int NODES_PER_STEP = 20;

  /// The result of a transaction.
  ///
  /// @param next the next node of the level to check; null at the level's end
  /// @param top whether there is no higher level
  private record Step(long wrong, @Nullable Bytes next, boolean top) {}

  @Override
  public long wrong(GroupRef group) {
    return run(group, false);
  }

  /// Corrects from the lowest level up.
  @Override
  public long correct(GroupRef group) {
    return run(group, true);
  }

  private long run(GroupRef group, boolean corrects) {
    try {
      return wrong(group, corrects);
    } catch (MissingTables e) {
      return 0;
    }
  }

  private long wrong(GroupRef group, boolean corrects) {
    long wrong = 0;
    int level = 0;
    Bytes from = Place.FIRST;
    while (true) {
      int at = level;
      Bytes low = from;
      Database.Work<Step> work = tx -> step(tx, group, at, low, corrects);
      Step step = corrects ? database.write(work) : database.read(work);
      wrong += step.wrong();
      if (step.top()) {
        return wrong;
      }
      from = step.next() == null ? Place.FIRST : step.next();
      level += step.next() == null ? 1 : 0;
    }
  }

  private static Step step(Tx tx, GroupRef group, int level, Bytes from, boolean corrects)
      throws SQLException {
    GroupTable table = new GroupTable(tx);
    boolean dropped = table.markers(List.of(group.generation()), corrects).isEmpty();
    Map<GroupRef, GroupRow> rows = dropped ? Map.of() : table.rows(List.of(group));
    GroupRow row =
        corrects && !rows.isEmpty() ? table.locked(List.of(group)).get(group) : rows.get(group);
    if (row == null) {
      return new Step(0, null, true);
    }
    return level < row.height()
        ? level(new NodeTable(tx, row.id()), level, from, corrects)
        : new Step(root(tx, row, corrects), null, true);
  }

  private static Step level(NodeTable table, int level, Bytes from, boolean corrects)
      throws SQLException {
    List<TreeNode> read = table.from(level, from, NODES_PER_STEP + 1);
    boolean more = read.size() > NODES_PER_STEP;
    List<TreeNode> nodes = more ? read.subList(0, NODES_PER_STEP) : read;
    List<Bytes> ends = new ArrayList<>(read.stream().skip(1).map(TreeNode::place).toList());
    if (!more) {
      ends.add(Place.END);
    }
    List<TreeNode> right = nodes.isEmpty() ? List.of() : counted(table, level, nodes, ends);
    List<TreeNode> wrong = right.stream().filter(node -> !nodes.contains(node)).toList();
    if (corrects) {
      table.put(level, wrong);
    }
    return new Step(wrong.size(), more ? read.getLast().place() : null, false);
  }

  private static long root(Tx tx, GroupRow row, boolean corrects) throws SQLException {
    TreeNode root = new TreeNode(Place.FIRST, row.counts(), row.parts());
    TreeNode right = counted(new NodeTable(tx, row.id()), row.height(), Place.FIRST, Place.END);
    if (right.equals(root)) {
      return 0;
    }
    if (corrects) {
      new GroupTable(tx).update(List.of(row.withRoot(row.height(), right.parts(), right.counts())));
    }
    return 1;
  }

  /// Counts again what some nodes have.
  ///
  /// @param ends where each node ends
  private static List<TreeNode> counted(
      NodeTable table, int level, List<TreeNode> nodes, List<Bytes> ends) throws SQLException {
    List<TreeNode> counted = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      counted.add(counted(table, level, nodes.get(i).place(), ends.get(i)));
    }
    return counted;
  }

  private static TreeNode counted(NodeTable table, int level, Bytes place, Bytes end)
      throws SQLException {
    if (level == 0) {
      Counts counts = new RangeCounts(table.tx(), table.group()).between(place, end);
      return new TreeNode(place, counts, Math.toIntExact(counts.entries()));
    }
    List<TreeNode> children = table.children(level, place, end);
    return new TreeNode(
        place, Counts.sum(children.stream().map(TreeNode::counts).toList()), children.size());
  }
}
