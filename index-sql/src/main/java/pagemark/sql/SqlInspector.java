package pagemark.sql;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.Inspector.KeptCounts;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Database.MissingTables;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.tree.TreeAudit;

/// Reads the groups and entries that the tables hold of an index, by key and 1,000 rows at a time.
/// Without tables there is nothing.
record SqlInspector(Database database) implements Inspector {
  private static final int CHUNK = 1_000;

  /// A row of the table of entries.
  private record Row(Bytes place, Cell cell) {}

  private <T> T read(T without, Database.Work<T> work) {
    try {
      return database.read(work);
    } catch (MissingTables e) {
      return without;
    }
  }

  /// The next rows from a place on, one more than a part has.
  private static List<Row> rows(Tx tx, long group, Bytes from) throws SQLException {
    return tx.query(
        """
        SELECT place, cell FROM pm_position
        WHERE group_id = ? AND shard_id IN (%s) AND place >= ? ORDER BY place LIMIT %d\
        """
            .formatted(tx.shardNumbers(), CHUNK + 1),
        row -> new Row(Bytes.of(row.getBytes(1)), new Cell(row.getString(2))),
        group,
        from);
  }

  /// A row is a group, whatever its counts say: they may be what is wrong.
  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    Map<Long, GroupRef> groups = new HashMap<>();
    long last = -1;
    do {
      long from = last;
      groups.clear();
      last =
          read(
                  List.<Long>of(),
                  tx ->
                      tx.query(
                          "SELECT id, generation, listing, name FROM pm_group WHERE generation = ?"
                              + " AND id > ? ORDER BY id LIMIT "
                              + CHUNK,
                          row -> {
                            groups.put(row.getLong("id"), GroupTable.ref(row));
                            return row.getLong("id");
                          },
                          generation,
                          from))
              .stream()
              .reduce(from, Math::max);
      if (!groups.isEmpty()) {
        chunk.accept(List.copyOf(groups.values()));
      }
    } while (groups.size() == CHUNK);
  }

  /// Returns the counts of the tree nodes. The cells together always have as many entries as the
  /// group, because an entry is one row.
  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    Map<GroupRef, GroupRow> rows = read(Map.of(), tx -> new GroupTable(tx).rows(groups));
    return groups.stream()
        .map(
            group -> {
              long entries = rows.getOrDefault(group, GroupRow.NONE).counts().entries();
              return new GroupSize(group, entries, entries);
            })
        .toList();
  }

  @Override
  public Optional<KeptCounts> keptCounts() {
    return Optional.of(new TreeAudit(database));
  }

  @Override
  public List<Cell> sets(Collection<Cell> cells) {
    return List.of(Cell.WHOLE);
  }

  @Override
  public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    return read(
        EntriesPart.NONE,
        tx -> {
          GroupRow row = new GroupTable(tx).rows(List.of(group)).get(group);
          return row == null ? EntriesPart.NONE : part(rows(tx, row.id(), from));
        });
  }

  private static EntriesPart part(List<Row> rows) {
    boolean more = rows.size() > CHUNK;
    List<Row> part = more ? rows.subList(0, CHUNK) : rows;
    return new EntriesPart(
        part.stream().map(row -> new Entry(row.cell(), Place.position(row.place()))).toList(),
        more ? rows.getLast().place() : null);
  }
}
