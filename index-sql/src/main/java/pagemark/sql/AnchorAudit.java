package pagemark.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupRef;
import pagemark.key.Bytes;

/// Checks the counts of a group's anchors against what they count. Each transaction checks up to 20
/// anchors, so that writers are not blocked for long.
///
/// @param corrects whether to correct wrong counts, from the lowest level up
record AnchorAudit(Database database, boolean corrects) {
  private static final int ANCHORS_PER_STEP = 20;

  /// The result of a transaction.
  ///
  /// @param next the next anchor of the level to check; null at the level's end
  /// @param top whether there is no higher level
  private record Step(long wrong, @Nullable Bytes next, boolean top) {}

  /// Checks a group and returns the number of wrong counts.
  long run(GroupRef group) {
    long wrong = 0;
    int level = 0;
    Bytes from = Place.FIRST;
    while (true) {
      int at = level;
      Bytes low = from;
      Database.Work<Step> work = tx -> step(tx, group, at, low);
      Step step = corrects ? database.write(work) : database.read(work);
      wrong += step.wrong();
      if (step.top()) {
        return wrong;
      }
      from = step.next() == null ? Place.FIRST : step.next();
      level += step.next() == null ? 1 : 0;
    }
  }

  private Step step(Tx tx, GroupRef group, int level, Bytes from) throws SQLException {
    GroupTable table = new GroupTable(tx);
    boolean dropped = table.markers(List.of(group.generation()), corrects).isEmpty();
    Map<GroupRef, GroupRow> rows = dropped ? Map.of() : table.rows(List.of(group));
    GroupRow row =
        corrects && !rows.isEmpty() ? table.locked(List.of(group)).get(group) : rows.get(group);
    if (row == null) {
      return new Step(0, null, true);
    }
    return level < row.height()
        ? level(new Anchors(tx, row.id()), level, from)
        : new Step(root(tx, row), null, true);
  }

  private Step level(Anchors anchors, int level, Bytes from) throws SQLException {
    List<Node> read = anchors.from(level, from, ANCHORS_PER_STEP + 1);
    boolean more = read.size() > ANCHORS_PER_STEP;
    List<Node> nodes = more ? read.subList(0, ANCHORS_PER_STEP) : read;
    List<Bytes> ends = new ArrayList<>(read.stream().skip(1).map(Node::place).toList());
    if (!more) {
      ends.add(Place.END);
    }
    List<Node> right = nodes.isEmpty() ? List.of() : counted(anchors, level, nodes, ends);
    List<Node> wrong = right.stream().filter(node -> !nodes.contains(node)).toList();
    if (corrects) {
      anchors.put(level, wrong);
    }
    return new Step(wrong.size(), more ? read.getLast().place() : null, false);
  }

  private long root(Tx tx, GroupRow row) throws SQLException {
    Node root = new Node(Place.FIRST, row.counts(), row.parts());
    Node right = counted(new Anchors(tx, row.id()), row.height(), Place.FIRST, Place.END);
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
  private static List<Node> counted(Anchors anchors, int level, List<Node> nodes, List<Bytes> ends)
      throws SQLException {
    List<Node> counted = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      counted.add(counted(anchors, level, nodes.get(i).place(), ends.get(i)));
    }
    return counted;
  }

  private static Node counted(Anchors anchors, int level, Bytes place, Bytes end)
      throws SQLException {
    if (level == 0) {
      Counts counts = new RangeCounts(anchors.tx(), anchors.group()).between(place, end);
      return new Node(place, counts, Math.toIntExact(counts.entries()));
    }
    List<Node> children = anchors.children(level, place, end);
    return new Node(
        place, Counts.sum(children.stream().map(Node::counts).toList()), children.size());
  }
}
