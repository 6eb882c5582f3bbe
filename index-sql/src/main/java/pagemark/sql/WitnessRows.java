package pagemark.sql;

import java.sql.SQLException;
import java.util.List;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.LookResult.Register;
import pagemark.index.Witness;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable;
import pagemark.sql.table.FenceTable.Item;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.table.PositionTable;
import pagemark.sql.table.PositionTable.At;

/// Checks whether the tables still hold a witness.
record WitnessRows(Tx tx) {
  boolean isThere(Witness witness) throws SQLException {
    GroupRow row = new GroupTable(tx).rows(List.of(witness.group())).get(witness.group());
    return row != null && witness.isThere(register(row, witness));
  }

  private Register register(GroupRow row, Witness witness) throws SQLException {
    Item item = new Item(row.id(), row.period(), witness.item());
    Entry entry = witness.entry();
    return new Register(
        new FenceTable(tx).find(List.of(item)).get(item), entry != null && has(row, entry));
  }

  private boolean has(GroupRow row, Entry entry) throws SQLException {
    At at = new At(row.id(), Place.of(entry.position()));
    return entry.cell().equals(new PositionTable(tx).find(List.of(at)).get(at));
  }
}
