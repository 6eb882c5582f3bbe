package pagemark.sql.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.sql.connection.KeyedRead;
import pagemark.sql.connection.Tx;

/// The table of entries.
public record PositionTable(Tx tx) {
  /// The key of an entry.
  public record At(long group, Bytes place) {}

  /// A change of an entry's cell.
  ///
  /// @param before null if the entry did not exist
  /// @param after null if the entry does not exist any more
  public record CellChange(At at, @Nullable Cell before, @Nullable Cell after) {}

  private static final List<String> KEY = List.of("group_id", "shard_id", "place");

  private int shard(Bytes place) {
    CRC32 hash = new CRC32();
    hash.update(place.toArray());
    return (int) (hash.getValue() % tx.shards());
  }

  /// Reads the cells of those entries that exist.
  public Map<At, Cell> find(List<At> entries) throws SQLException {
    Map<At, Cell> found = new HashMap<>();
    List<List<Object>> wanted = new ArrayList<>();
    for (At at : entries) {
      wanted.add(List.of(at.group(), shard(at.place()), at.place()));
    }
    new KeyedRead(tx, "pm_position", KEY, "t.group_id, t.place, t.cell")
        .read(
            wanted,
            row ->
                found.put(
                    new At(row.getLong(1), Bytes.of(row.getBytes(2))), new Cell(row.getString(3))));
    return found;
  }

  public void apply(List<CellChange> changes) throws SQLException {
    tx.batch(
        "DELETE FROM pm_position WHERE group_id = ? AND shard_id = ? AND place = ?",
        rows(changes, change -> change.after() == null, false));
    tx.batch(
        "UPDATE pm_position SET cell = ? WHERE group_id = ? AND shard_id = ? AND place = ?",
        rows(changes, change -> change.before() != null && change.after() != null, true));
    tx.insert(
        "pm_position",
        List.of("cell", "group_id", "shard_id", "place"),
        rows(changes, change -> change.before() == null, true));
  }

  private List<List<Object>> rows(
      List<CellChange> changes, Predicate<CellChange> which, boolean withCell) {
    List<List<Object>> rows = new ArrayList<>();
    for (CellChange change : changes) {
      if (which.test(change)) {
        List<Object> row = new ArrayList<>();
        Cell after = change.after();
        if (withCell && after != null) {
          row.add(after.name());
        }
        At at = change.at();
        row.addAll(List.of(at.group(), shard(at.place()), at.place()));
        rows.add(row);
      }
    }
    return rows;
  }
}
