package pagemark.sql.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.Fence;
import pagemark.sql.connection.KeyedRead;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.PositionTable.At;

/// The table of fences, by group and period.
public record FenceTable(Tx tx) {
  public static final int FORGOTTEN_MAX = 2_000;
  private static final int MOVED_MAX = 10_000;
  private static final int MARK_LENGTH_MAX = 40;
  private static final List<String> KEY = List.of("group_id", "period", "item");
  private static final List<String> COLUMNS =
      List.of("group_id", "period", "item", "sequence", "cell", "place");

  private static final Comparator<Item> IN_ORDER =
      Comparator.comparingLong(Item::group)
          .thenComparingLong(Item::period)
          .thenComparing(Item::item);

  /// An item of a group.
  ///
  /// @param period the group's current period
  public record Item(long group, long period, Bytes item) {
    private Item before() {
      return new Item(group, period - 1, item);
    }
  }

  private static Fence fence(ResultSet row) throws SQLException {
    byte[] place = row.getBytes("place");
    return Fence.of(
        row.getString("sequence"),
        place == null
            ? null
            : new Entry(new Cell(row.getString("cell")), Place.position(Bytes.of(place))));
  }

  /// Finds the fences of items, in the current period or the one before.
  public Map<Item, Fence> find(List<Item> items) throws SQLException {
    return find(items, GroupEdges.UNKNOWN, Set.of(), new HashSet<>());
  }

  /// Finds the fences of items, in the current period or the one before.
  ///
  /// @param fresh the items that are only looked up in the period before
  /// @param past receives the items whose fence is of the period before
  public Map<Item, Fence> find(
      Collection<Item> items, GroupEdges edges, Set<Item> fresh, Set<Item> past)
      throws SQLException {
    Map<Item, Fence> found = read(items, edges, fresh);
    for (Item item : items) {
      Fence before = found.remove(item.before());
      if (before != null && !found.containsKey(item)) {
        found.put(item, before);
        past.add(item);
      }
    }
    return found;
  }

  /// Reads the fences of items, of both periods.
  private Map<Item, Fence> read(Collection<Item> items, GroupEdges edges, Set<Item> fresh)
      throws SQLException {
    List<List<Object>> keys = new ArrayList<>();
    for (Item item : items) {
      long latest = fresh.contains(item) ? item.period() - 1 : item.period();
      for (long period = latest; period >= item.period() - 1; period--) {
        if (edges.mayHaveFences(item.group(), period)) {
          keys.add(List.of(item.group(), period, item.item()));
        }
      }
    }
    Map<Item, Fence> read = new HashMap<>();
    new KeyedRead(tx, "pm_fence", KEY, "t.group_id, t.period, t.item, t.sequence, t.cell, t.place")
        .read(
            keys,
            row ->
                read.put(
                    new Item(row.getLong(1), row.getLong(2), Bytes.of(row.getBytes(3))),
                    fence(row)));
    return read;
  }

  /// The mark, cut to the column's 40 characters. The whole tag fits with a sequence of up to 30
  /// digits.
  private static String mark(Fence fence) {
    String mark = fence.mark();
    return mark.substring(0, Math.min(mark.length(), MARK_LENGTH_MAX));
  }

  /// Inserts fences of locked groups, if none of the same period stands.
  ///
  /// @return whether they were inserted; if not, nothing was
  public boolean insertNew(Map<Item, Fence> fences) throws SQLException {
    return fences.isEmpty() || tx.inserted("pm_fence", COLUMNS, rows(fences));
  }

  /// Writes fences of locked groups.
  ///
  /// @param standing the items that have a fence of the current period
  public void put(Map<Item, Fence> fences, Set<Item> standing) throws SQLException {
    Map<Item, Fence> added = new HashMap<>(fences);
    added.keySet().removeAll(standing);
    Map<Item, Fence> replaced = new HashMap<>(fences);
    replaced.keySet().retainAll(standing);
    tx.insert("pm_fence", COLUMNS, rows(added));
    tx.put("pm_fence", KEY, COLUMNS, rows(replaced));
  }

  /// The rows of fences, in the order of the table's key.
  private static List<List<@Nullable Object>> rows(Map<Item, Fence> fences) {
    return fences.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(IN_ORDER))
        .map(each -> row(each.getKey(), each.getValue()))
        .toList();
  }

  private static List<@Nullable Object> row(Item item, Fence fence) {
    Entry entry = fence.entry();
    return Arrays.asList(
        item.group(),
        item.period(),
        item.item(),
        mark(fence),
        entry == null ? null : entry.cell().name(),
        entry == null ? null : Place.of(entry.position()));
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

  /// Which lookups can be skipped in some groups: those of entries behind the last one, and of
  /// fences of a period that has none.
  ///
  /// One statement asks for all groups. That is worth it for groups of which a batch has several
  /// items: the newest entries of a listing by time go behind the last one, and a group that is
  /// built anew has no fences. Groups that were not asked for may have anything.
  public record GroupEdges(Map<Long, Edge> edges) {
    /// A group with fewer items in a batch is not asked for.
    public static final int ITEMS_MIN = 8;

    /// Edges of groups about which nothing is known.
    public static final GroupEdges UNKNOWN = new GroupEdges(Map.of());

    /// @param last the place of the last entry; null if there is none
    private record Edge(@Nullable Bytes last, long period, boolean present, boolean past) {}

    /// Reads the edges of groups, which are locked. With shards, a group has many ends, so nothing
    /// is read.
    ///
    /// @param periods the current period of each group
    public static GroupEdges read(Tx tx, Map<Long, Long> periods) throws SQLException {
      Map<Long, Edge> edges = new HashMap<>();
      if (tx.shards() > 1) {
        return new GroupEdges(edges);
      }
      List<List<Object>> given = new ArrayList<>();
      periods.forEach((group, period) -> given.add(List.of(group, period, period - 1)));
      tx.queryOver(
          given,
          List.of("group_id", "present", "past"),
          """
          SELECT v.group_id, v.present,
            (SELECT p.place FROM pm_position p WHERE p.group_id = v.group_id AND p.shard_id = 0
              ORDER BY p.place DESC LIMIT 1),
            EXISTS (SELECT 1 FROM pm_fence f WHERE f.group_id = v.group_id AND f.period = v.present),
            EXISTS (SELECT 1 FROM pm_fence f WHERE f.group_id = v.group_id AND f.period = v.past)
          FROM %s\
          """,
          row -> {
            byte[] last = row.getBytes(3);
            return edges.put(
                row.getLong(1),
                new Edge(
                    last == null ? null : Bytes.of(last),
                    row.getLong(2),
                    row.getBoolean(4),
                    row.getBoolean(5)));
          });
      return new GroupEdges(edges);
    }

    /// Whether an entry may exist at a place.
    public boolean mayHave(At at) {
      Edge edge = edges.get(at.group());
      return edge == null || (edge.last() != null && at.place().compareTo(edge.last()) <= 0);
    }

    /// Whether the group may have fences of its current period, or of the one before.
    public boolean mayHaveFences(long group, long period) {
      Edge edge = edges.get(group);
      return edge == null || (period == edge.period() ? edge.present() : edge.past());
    }
  }
}
