package pagemark.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.Fence;
import pagemark.index.Sequence;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;

/// The fences of groups, by period.
record FenceTable(Tx tx) {
  private static final int FORGOTTEN_MAX = 2_000;

  /// An item of a group, and the period that is present there.
  record Item(long group, long period, Bytes item) {}

  static Fence fence(ResultSet row, String prefix) throws SQLException {
    byte[] place = row.getBytes(prefix + "place");
    Sequence sequence = new Sequence(row.getString(prefix + "sequence"));
    return new Fence(
        sequence,
        place == null
            ? null
            : new Entry(new Cell(row.getString(prefix + "cell")), Place.position(Bytes.of(place))));
  }

  /// The fences of the items that have one, of their period or the one before.
  Map<Item, Fence> find(List<Item> items) throws SQLException {
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

  void put(Map<Item, Fence> fences) throws SQLException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    fences.forEach(
        (item, fence) -> {
          Entry entry = fence.entry();
          rows.add(
              Arrays.asList(
                  item.group(),
                  item.period(),
                  item.item(),
                  fence.sequence().digits(),
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

  /// Deletes the oldest fences of a group, before a period, as many as one call should.
  ///
  /// @return whether there may be more
  boolean forget(long group, long period) throws SQLException {
    List<List<Object>> oldest =
        tx.query(
            """
            SELECT period, item FROM pm_fence WHERE group_id = ? AND period < ?
            ORDER BY period, item LIMIT %d\
            """
                .formatted(FORGOTTEN_MAX),
            row -> List.<Object>of(group, row.getLong(1), Bytes.of(row.getBytes(2))),
            group,
            period);
    tx.batch("DELETE FROM pm_fence WHERE group_id = ? AND period = ? AND item = ?", oldest);
    return oldest.size() == FORGOTTEN_MAX;
  }
}
