package pagemark.sql;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import pagemark.key.Bytes;
import pagemark.sql.PositionTable.At;
import pagemark.sql.PositionTable.Change;

/// Keeps the counts of groups' anchors equal to their entries.
///
/// The anchors over all changed entries, of every level, are read at once; then each group's are
/// counted anew and shaped by a [TreeShaping].
final class TreeUpdate {
  private final Tx tx;
  private final Shape shape;
  private final Map<Long, GroupRow> rows = new HashMap<>();
  private final Map<Long, List<NavigableMap<Bytes, Node>>> touched = new HashMap<>();

  /// @param rows of the groups, as they are before the changes
  TreeUpdate(Tx tx, Shape shape, Iterable<GroupRow> rows) {
    this.tx = tx;
    this.shape = shape;
    rows.forEach(row -> this.rows.put(row.id(), row));
  }

  /// The rows of the changed groups, as they are after the changes.
  List<GroupRow> apply(List<Change> changes) throws SQLException {
    Map<Long, List<Change>> byGroup = new HashMap<>();
    changes.forEach(
        change -> byGroup.computeIfAbsent(change.at().group(), _ -> new ArrayList<>()).add(change));
    if (tx.dialect().walksToFloor) {
      readRanges(byGroup);
    } else {
      readTouched(changes);
    }
    List<GroupRow> after = new ArrayList<>();
    for (Map.Entry<Long, List<Change>> group : byGroup.entrySet()) {
      GroupRow row = requireNonNull(rows.get(group.getKey()));
      List<NavigableMap<Bytes, Node>> levels = touched.getOrDefault(row.id(), List.of());
      for (int level = 0; level < row.height(); level++) {
        count(level, levels.get(level), group.getValue());
      }
      Counts counts = row.counts().plus(delta(group.getValue()));
      after.add(
          new TreeShaping(new Anchors(tx, row.id()), shape, levels)
              .shaped(
                  row.withRoot(
                      row.height(),
                      row.height() == 0 ? Math.toIntExact(counts.entries()) : row.parts(),
                      counts)));
    }
    return after;
  }

  private void readRanges(Map<Long, List<Change>> byGroup) throws SQLException {
    for (Map.Entry<Long, List<Change>> group : byGroup.entrySet()) {
      int height = requireNonNull(rows.get(group.getKey())).height();
      List<Bytes> places = group.getValue().stream().map(change -> change.at().place()).toList();
      touched.put(
          group.getKey(), new FloorRanges(new Anchors(tx, group.getKey()), height).over(places));
    }
  }

  /// Level by level from the lowest: a node's place lies in one of the level above.
  private void readTouched(List<Change> changes) throws SQLException {
    Set<At> places = changes.stream().map(Change::at).collect(toCollection(LinkedHashSet::new));
    for (int level = 0; !places.isEmpty(); level++) {
      List<List<Object>> wanted = new ArrayList<>();
      for (At at : places) {
        if (level < requireNonNull(rows.get(at.group())).height()) {
          wanted.add(List.of(at.group(), level, at.place()));
        }
      }
      places = readNodes(wanted);
    }
  }

  /// @return where the nodes begin
  private Set<At> readNodes(List<List<Object>> wanted) throws SQLException {
    return new LinkedHashSet<>(
        tx.queryOver(
            wanted,
            "group_id, level, place",
            """
            SELECT a.group_id, a.level, a.place, a.parts, a.entries, a.cells FROM (
              SELECT DISTINCT v.group_id, v.level, (
                SELECT b.place FROM pm_anchor b
                WHERE b.group_id = v.group_id AND b.level = v.level AND b.place <= v.place
                ORDER BY b.place DESC LIMIT 1) AS place
              FROM %s) w\
            """
                + tx.dialect()
                    .leftJoin(
                        "pm_anchor",
                        "a",
                        "a.group_id = w.group_id AND a.level = w.level AND a.place = w.place"),
            row -> {
              Node node = Anchors.node(row);
              long group = row.getLong("group_id");
              levels(group).get(row.getInt("level")).put(node.place(), node);
              return new At(group, node.place());
            }));
  }

  private List<NavigableMap<Bytes, Node>> levels(long group) {
    return touched.computeIfAbsent(
        group,
        _ -> {
          List<NavigableMap<Bytes, Node>> levels = new ArrayList<>();
          for (int i = 0; i < requireNonNull(rows.get(group)).height(); i++) {
            levels.add(new TreeMap<>());
          }
          return levels;
        });
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
