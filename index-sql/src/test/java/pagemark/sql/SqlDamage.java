package pagemark.sql;

import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.SqlUrl;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable.GroupEdges;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.table.PositionTable;
import pagemark.sql.table.PositionTable.At;
import pagemark.sql.table.PositionTable.CellChange;
import pagemark.sql.tree.Shape;
import pagemark.sql.tree.TreeUpdate;

/// Changes entries and counts without regard to fences.
public final class SqlDamage implements AutoCloseable {
  private final Database database;

  public SqlDamage(String url) {
    this.database = new Database(SqlUrl.of(URI.create(url)), IndexSettings.DEFAULT);
  }

  /// @param present whether the entry is to be in its cell and in no other; if false, in none
  public void write(GroupRef group, Entry entry, boolean present) {
    database.write(
        tx -> {
          write(tx, group, entry, present);
          return group;
        });
  }

  private static void write(Tx tx, GroupRef group, Entry entry, boolean present)
      throws SQLException {
    GroupTable groups = new GroupTable(tx);
    Map<GroupRef, GroupRow> rows = groups.locked(List.of(group));
    for (GroupRow row : rows.values()) {
      At at = new At(row.id(), Place.of(entry.position()));
      PositionTable positions = new PositionTable(tx);
      Cell before = positions.find(List.of(at)).get(at);
      List<CellChange> changes = List.of(new CellChange(at, before, present ? entry.cell() : null));
      positions.apply(changes);
      groups.update(
          new TreeUpdate(tx, Shape.DEFAULT, rows.values()).apply(changes, GroupEdges.UNKNOWN));
    }
  }

  /// Sets the counts of the group to 0.
  public void miscount(GroupRef group) {
    database.write(
        tx -> {
          for (GroupRow row : new GroupTable(tx).rows(List.of(group)).values()) {
            tx.update("UPDATE pm_group SET entries = 0, cells = '' WHERE id = ?", row.id());
          }
          return group;
        });
  }

  @Override
  public void close() {
    database.close();
  }
}
