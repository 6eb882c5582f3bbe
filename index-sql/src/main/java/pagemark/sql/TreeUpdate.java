package pagemark.sql;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import pagemark.key.Bytes;
import pagemark.sql.PositionTable.Change;

/// Keeps the counts of groups' anchors equal to their entries. For each group it corrects the
/// counts of the anchors over changed entries, then lets [TreeShaping] split and join them.
final class TreeUpdate {
  private final Tx tx;
  private final Shape shape;
  private final Map<Long, GroupRow> rows = new HashMap<>();

  /// @param rows the rows of the groups before the changes
  TreeUpdate(Tx tx, Shape shape, Iterable<GroupRow> rows) {
    this.tx = tx;
    this.shape = shape;
    rows.forEach(row -> this.rows.put(row.id(), row));
  }

  /// Updates the anchors.
  ///
  /// @return the rows of the changed groups after the changes
  List<GroupRow> apply(List<Change> changes) throws SQLException {
    Map<Long, List<Change>> byGroup = new HashMap<>();
    changes.forEach(
        change -> byGroup.computeIfAbsent(change.at().group(), _ -> new ArrayList<>()).add(change));
    List<GroupRow> after = new ArrayList<>();
    for (Map.Entry<Long, List<Change>> group : byGroup.entrySet()) {
      GroupRow row = requireNonNull(rows.get(group.getKey()));
      Anchors anchors = new Anchors(tx, row.id());
      List<NavigableMap<Bytes, Node>> levels =
          new TouchedAnchors(anchors, row.height())
              .over(group.getValue().stream().map(change -> change.at().place()).toList());
      for (int level = 0; level < row.height(); level++) {
        count(level, levels.get(level), group.getValue());
      }
      Counts counts = row.counts().plus(delta(group.getValue()));
      after.add(
          new TreeShaping(anchors, shape, levels)
              .shaped(
                  row.withRoot(
                      row.height(),
                      row.height() == 0 ? Math.toIntExact(counts.entries()) : row.parts(),
                      counts)));
    }
    return after;
  }

  private static Counts delta(List<Change> changes) {
    List<Counts> more = new ArrayList<>();
    List<Counts> less = new ArrayList<>();
    for (Change change : changes) {
      if (change.before() != null) {
        less.add(Counts.one(change.before()));
      }
      if (change.after() != null) {
        more.add(Counts.one(change.after()));
      }
    }
    return Counts.sum(more).minus(Counts.sum(less));
  }

  private static void count(int level, NavigableMap<Bytes, Node> nodes, List<Change> changes) {
    Map<Bytes, List<Change>> byNode = new HashMap<>();
    for (Change change : changes) {
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
                  return new Node(place, counts, parts);
                }));
  }
}
