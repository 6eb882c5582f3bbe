package pagemark.sql.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.PositionTable.At;

/// Which lookups can be skipped in some groups: those of entries behind the last one, and of fences
/// of a period that has none.
///
/// One statement asks for all groups. That is worth it for groups of which a batch has several
/// items: the newest entries of a listing by time go behind the last one, and a group that is built
/// anew has no fences. Groups that were not asked for may have anything.
public final class GroupEdges {
  /// A group with fewer items in a batch is not asked for.
  public static final int ITEMS_MIN = 8;

  /// Edges of groups about which nothing is known.
  public static final GroupEdges UNKNOWN = new GroupEdges(Map.of());

  private final Map<Long, Edge> edges;

  private GroupEdges(Map<Long, Edge> edges) {
    this.edges = edges;
  }

  /// @param last the place of the last entry; null if there is none
  private record Edge(@Nullable Bytes last, long period, boolean present, boolean past) {}

  /// Reads the edges of groups, which are locked. With shards, a group has many ends, so nothing is
  /// read.
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
