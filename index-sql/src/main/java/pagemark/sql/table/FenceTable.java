package pagemark.sql.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Fence;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Place;
import pagemark.sql.connection.Tx;

/// The table of fences, by group and period.
public record FenceTable(Tx tx) {
  public static final int FORGOTTEN_MAX = 2_000;
  private static final int MOVED_MAX = 10_000;
  private static final int MARK_LENGTH_MAX = 40;

  /// An item of a group.
  ///
  /// @param period the group's current period
  public record Item(long group, long period, Bytes item) {}

  public static Fence fence(ResultSet row, String prefix) throws SQLException {
    byte[] place = row.getBytes(prefix + "place");
    return Fence.of(
        row.getString(prefix + "sequence"),
        place == null
            ? null
            : new Entry(new Cell(row.getString(prefix + "cell")), Place.position(Bytes.of(place))));
  }

  /// Finds the fences of items, in the current period or the one before.
  public Map<Item, Fence> find(List<Item> items) throws SQLException {
    return find(items, new HashSet<>());
  }

  /// Finds the fences of items, in the current period or the one before.
  ///
  /// @param past receives the items whose fence is of the period before
  public Map<Item, Fence> find(List<Item> items, Set<Item> past) throws SQLException {
    List<List<Object>> wanted = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      wanted.add(List.of(i, item.group(), item.period(), item.period() - 1, item.item()));
    }
    Map<Item, Fence> found = new HashMap<>();
    tx.queryOver(
        wanted,
        "n, group_id, present, past, item",
        "SELECT v.n, c.sequence AS c_sequence, c.cell AS c_cell, c.place AS c_place,"
            + " p.sequence AS p_sequence, p.cell AS p_cell, p.place AS p_place FROM %s"
            + fenceOf("c", "present")
            + fenceOf("p", "past"),
        row -> {
          if (row.getString("c_sequence") != null) {
            found.put(items.get(row.getInt("n")), fence(row, "c_"));
          } else if (row.getString("p_sequence") != null) {
            found.put(items.get(row.getInt("n")), fence(row, "p_"));
            past.add(items.get(row.getInt("n")));
          }
          return row;
        });
    return found;
  }

  private String fenceOf(String alias, String period) {
    return tx.dialect()
        .leftJoin(
            "pm_fence",
            alias,
            "%1$s.group_id = v.group_id AND %1$s.period = v.%2$s AND %1$s.item = v.item"
                .formatted(alias, period));
  }

  /// The mark, cut to the column's 40 characters. The whole tag fits with a sequence of up to 30
  /// digits.
  private static String mark(Fence fence) {
    String mark = fence.mark();
    return mark.substring(0, Math.min(mark.length(), MARK_LENGTH_MAX));
  }

  public void put(Map<Item, Fence> fences) throws SQLException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    fences.forEach(
        (item, fence) -> {
          Entry entry = fence.entry();
          rows.add(
              Arrays.asList(
                  item.group(),
                  item.period(),
                  item.item(),
                  mark(fence),
                  entry == null ? null : entry.cell().name(),
                  entry == null ? null : Place.of(entry.position())));
        });
    tx.insert(
        tx.dialect()
            .upsert(
                "pm_fence",
                new String[] {"group_id", "period", "item"},
                new String[] {"sequence", "cell", "place"}),
        rows);
  }

  /// Deletes the oldest fences of some groups before a period, up to [#FORGOTTEN_MAX].
  ///
  /// @return the number of deleted fences; if it is below the maximum, there are no more
  public int forget(List<Long> groups, long period) throws SQLException {
    List<Object> parameters = new ArrayList<>(groups);
    parameters.add(period);
    List<List<Object>> oldest =
        tx.query(
            """
            SELECT group_id, period, item FROM pm_fence WHERE group_id IN (%s) AND period < ?
            ORDER BY group_id, period, item LIMIT %d\
            """
                .formatted(Tx.marks(groups), FORGOTTEN_MAX),
            row -> List.<Object>of(row.getLong(1), row.getLong(2), Bytes.of(row.getBytes(3))),
            parameters);
    tx.batch("DELETE FROM pm_fence WHERE group_id = ? AND period = ? AND item = ?", oldest);
    return oldest.size();
  }

  /// Moves the fences of a group to earlier periods, if there are no more than one statement should
  /// change.
  ///
  /// @param by the number of periods; no fence of the group may be that old already
  /// @return whether the fences were moved
  public boolean makeOlder(long group, long by) throws SQLException {
    boolean few =
        tx.query(
                "SELECT 1 FROM pm_fence WHERE group_id = ? LIMIT 1 OFFSET " + MOVED_MAX,
                row -> row.getInt(1),
                group)
            .isEmpty();
    if (few) {
      tx.update("UPDATE pm_fence SET period = period - ? WHERE group_id = ?", by, group);
    }
    return few;
  }
}
