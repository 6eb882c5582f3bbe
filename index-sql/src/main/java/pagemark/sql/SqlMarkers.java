package pagemark.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.index.Markers;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Database.MissingTables;
import pagemark.sql.connection.Schema;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable;
import pagemark.sql.table.GroupTable;

/// Keeps the markers. A database is one slot, so each generation has one marker, a row of
/// `pm_marker`. Every page and every batch reads it in its own transaction, so a generation that is
/// dropped meanwhile is never half seen.
record SqlMarkers(Database database) implements Markers {
  private static final int ROWS_PER_TRANSACTION = 10_000;

  @Override
  public int building(String generation, String nonce, Instant birth) {
    Schema.migrate(database);
    return database.write(tx -> building(tx, generation, nonce, birth));
  }

  private static int building(Tx tx, String generation, String nonce, Instant birth)
      throws SQLException {
    tx.update(
        tx.dialect().insertNew("pm_marker", "generation, state, nonce, birth", 4, 1),
        generation,
        "BUILDING",
        "",
        0L);
    return tx.update(
        "UPDATE pm_marker SET state = 'BUILDING', nonce = ?, birth = ?"
            + " WHERE generation = ? AND nonce <> ?",
        nonce,
        birth.toEpochMilli(),
        generation,
        nonce);
  }

  @Override
  public int ready(String generation, String nonce) {
    try {
      return database.write(
          tx -> {
            List<String> marked =
                tx.query(
                    "SELECT state FROM pm_marker WHERE generation = ? AND nonce = ?"
                        + tx.dialect().forUpdate,
                    row -> row.getString(1),
                    generation,
                    nonce);
            tx.update(
                "UPDATE pm_marker SET state = 'READY' WHERE generation = ? AND nonce = ?",
                generation,
                nonce);
            return 1 - marked.size();
          });
    } catch (MissingTables e) {
      return 1;
    }
  }

  @Override
  public Map<State, Integer> count(String generation) {
    Map<State, Integer> count = new EnumMap<>(State.class);
    try {
      database
          .read(tx -> new GroupTable(tx).markers(List.of(generation), false))
          .forEach((_, state) -> count.put(State.valueOf(state), 1));
    } catch (MissingTables e) {
      return Map.of();
    }
    return count;
  }

  @Override
  public void drop(String generation) {
    try {
      database.write(tx -> tx.update("DELETE FROM pm_marker WHERE generation = ?", generation));
      while (dropGroup(generation)) {}
    } catch (MissingTables e) {
      return;
    }
  }

  /// Drops one group of a generation.
  ///
  /// @return false if there was none
  private boolean dropGroup(String generation) {
    List<Long> next =
        database.read(
            tx ->
                tx.query(
                    "SELECT id FROM pm_group WHERE generation = ? ORDER BY id LIMIT 1",
                    row -> row.getLong(1),
                    generation));
    for (long group : next) {
      while (dropPositions(group)) {}
      while (database.write(tx -> new FenceTable(tx).forget(List.of(group), Long.MAX_VALUE))
          == FenceTable.FORGOTTEN_MAX) {}
      database.write(
          tx -> {
            for (String table : List.of("pm_position", "pm_fence", "pm_anchor")) {
              tx.update("DELETE FROM " + table + " WHERE group_id = ?", group);
            }
            return tx.update("DELETE FROM pm_group WHERE id = ?", group);
          });
    }
    return !next.isEmpty();
  }

  /// Drops up to 10,000 entries of a group, because one transaction should not have millions.
  ///
  /// @return false if there are no more than that; then nothing was dropped
  private boolean dropPositions(long group) {
    return database.write(
        tx -> {
          List<Bytes> end =
              tx.query(
                  """
                  SELECT place FROM pm_position WHERE group_id = ? AND shard_id IN (%s)
                  ORDER BY place LIMIT 1 OFFSET %d\
                  """
                      .formatted(tx.shardNumbers(), ROWS_PER_TRANSACTION),
                  row -> Bytes.of(row.getBytes(1)),
                  group);
          for (Bytes place : end) {
            tx.update(
                "DELETE FROM pm_position WHERE group_id = ? AND shard_id IN (%s) AND place < ?"
                    .formatted(tx.shardNumbers()),
                group,
                place);
          }
          return !end.isEmpty();
        });
  }

  @Override
  public int slots() {
    return 1;
  }
}
