package pagemark.sql.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.sql.connection.Dialect;
import pagemark.sql.connection.Tx;

/// The table of groups, and the markers of their generations.
public record GroupTable(Tx tx) {
  public static final String COLUMNS =
      "g.id, g.height, g.parts, g.entries, g.cells, g.period, g.kept";
  private static final int ROWS_MAX = 400;
  private static final Comparator<GroupRef> ORDER =
      Comparator.comparing(GroupRef::generation)
          .thenComparing(GroupRef::listing)
          .thenComparing(group -> group.group().text());

  public static GroupRow row(ResultSet row) throws SQLException {
    return new GroupRow(
        row.getLong("id"),
        row.getInt("height"),
        row.getInt("parts"),
        new Counts(row.getLong("entries"), row.getString("cells")),
        row.getLong("period"),
        row.getLong("kept"));
  }

  public static Bytes name(GroupRef group) {
    return Bytes.utf8(group.group().text());
  }

  public static GroupRef ref(ResultSet row) throws SQLException {
    return new GroupRef(
        row.getString("generation"),
        row.getString("listing"),
        new Group(Bytes.of(row.getBytes("name")).text()));
  }

  /// Reads the states of those generations that have a marker.
  ///
  /// @param keeps whether to lock the markers against changes until the transaction ends
  public Map<String, String> markers(Collection<String> generations, boolean keeps)
      throws SQLException {
    Map<String, String> states = new HashMap<>();
    List<String> distinct = generations.stream().distinct().sorted().toList();
    if (!distinct.isEmpty()) {
      String sql =
          "SELECT generation, state FROM pm_marker WHERE generation IN (?%s)%s"
              .formatted(", ?".repeat(distinct.size() - 1), keeps ? tx.dialect().forShare : "");
      tx.query(sql, row -> states.put(row.getString(1), row.getString(2)), distinct);
    }
    return states;
  }

  /// Reads the rows of those groups that have one.
  public Map<GroupRef, GroupRow> rows(List<GroupRef> groups) throws SQLException {
    Map<GroupRef, GroupRow> found = new HashMap<>();
    List<List<Object>> wanted = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      GroupRef group = groups.get(i);
      wanted.add(List.of(i, group.generation(), group.listing(), name(group)));
    }
    tx.queryOver(
        wanted,
        List.of("n", "generation", "listing", "name"),
        "SELECT v.n, "
            + COLUMNS
            + " FROM %s"
            + tx.dialect().byKey("pm_group", "g", List.of("generation", "listing", "name")),
        row -> found.put(groups.get(row.getInt("n")), row(row)));
    return found;
  }

  /// Locks the rows of groups against other writers until the transaction ends. Inserts rows that
  /// do not exist.
  public Map<GroupRef, GroupRow> locked(List<GroupRef> groups) throws SQLException {
    Map<GroupRef, GroupRow> known = rows(groups);
    List<GroupRef> missing =
        groups.stream().filter(group -> !known.containsKey(group)).sorted(ORDER).toList();
    if (!missing.isEmpty()) {
      insert(missing);
      known.putAll(rows(missing));
    }
    Map<Long, GroupRow> locked = lock(known.values().stream().map(GroupRow::id).toList());
    Map<GroupRef, GroupRow> rows = new HashMap<>();
    for (GroupRef group : groups) {
      GroupRow row = known.get(group);
      GroupRow present = row == null ? null : locked.get(row.id());
      if (present == null) {
        throw new SQLException("the row of a group is gone", Dialect.CONFLICT);
      }
      rows.put(group, present);
    }
    return rows;
  }

  /// Inserts many rows with one statement. In a batch of statements, MariaDB gives rows that
  /// already exist the ids of others.
  private void insert(List<GroupRef> groups) throws SQLException {
    for (int from = 0; from < groups.size(); from += ROWS_MAX) {
      List<GroupRef> some = groups.subList(from, Math.min(from + ROWS_MAX, groups.size()));
      tx.update(
          tx.dialect().insertNew("pm_group", "generation, listing, name", 3, some.size()),
          some.stream().flatMap(g -> Stream.of(g.generation(), g.listing(), name(g))).toArray());
    }
  }

  /// Locks rows in the order of their ids, so that two writers do not deadlock.
  public Map<Long, GroupRow> lock(List<Long> unordered) throws SQLException {
    Map<Long, GroupRow> locked = new TreeMap<>();
    List<Long> ids = unordered.stream().sorted().toList();
    for (int from = 0; from < ids.size(); from += ROWS_MAX) {
      List<Long> some = ids.subList(from, Math.min(from + ROWS_MAX, ids.size()));
      String sql =
          "SELECT %s FROM pm_group g WHERE g.id IN (?%s) ORDER BY g.id%s"
              .formatted(COLUMNS, ", ?".repeat(some.size() - 1), tx.dialect().forUpdate);
      tx.query(sql, row -> locked.put(row.getLong("id"), row(row)), some);
    }
    return locked;
  }

  /// Deletes the rows and tree nodes of groups, except for groups that have entries after all.
  ///
  /// @return the number of deleted rows of groups
  public int delete(List<Long> ids) throws SQLException {
    String marks = Tx.marks(ids);
    int deleted =
        tx.update(
            "DELETE FROM pm_group WHERE id IN (%s) AND NOT EXISTS (SELECT 1 FROM pm_position p"
                    .formatted(marks)
                + " WHERE p.group_id = pm_group.id AND p.shard_id IN (%s))"
                    .formatted(tx.shardNumbers()),
            ids.toArray());
    tx.update(
        "DELETE FROM pm_anchor WHERE group_id IN (%s) AND NOT EXISTS".formatted(marks)
            + " (SELECT 1 FROM pm_group g WHERE g.id = pm_anchor.group_id)",
        ids.toArray());
    return deleted;
  }

  public void update(Collection<GroupRow> rows) throws SQLException {
    tx.batch(
        "UPDATE pm_group SET height = ?, parts = ?, entries = ?, cells = ?, period = ?, kept = ?"
            + " WHERE id = ?",
        rows.stream()
            .map(
                row ->
                    List.<Object>of(
                        row.height(),
                        row.parts(),
                        row.counts().entries(),
                        row.counts().byCell(),
                        row.period(),
                        row.kept(),
                        row.id()))
            .toList());
  }
}
