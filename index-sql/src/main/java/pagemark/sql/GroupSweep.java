package pagemark.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.sql.connection.Database;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;

/// Removes old fences: those of periods before the previous one, and groups that have neither
/// entries nor fences.
///
/// A step reads 400 rows of groups, in the order of their ids, without a lock. Groups that seem to
/// have something to remove are then locked, as a writer does, and checked again. A transaction
/// deletes up to 2,000 fences.
record GroupSweep(Database database, FenceClock time) {
  private static final int ROWS_PER_STEP = 400;

  /// A row, and whether something there may be removed.
  private record Found(long id, boolean isDue) {}

  Sweep run(String generation, String position, BooleanSupplier hasTime) {
    long from = position.equals(Sweep.BEGIN) ? 0 : Long.parseLong(position);
    long removed = 0;
    while (true) {
      long behind = from;
      List<Found> found = database.read(tx -> found(tx, generation, behind));
      if (found.isEmpty()) {
        return new Sweep(removed, Sweep.BEGIN);
      }
      List<Long> due = found.stream().filter(Found::isDue).map(Found::id).toList();
      Removed last;
      do {
        if (!hasTime.getAsBoolean()) {
          return new Sweep(removed, Long.toString(from));
        }
        last = due.isEmpty() ? Removed.NOTHING : database.write(tx -> remove(tx, due));
        removed += last.rows();
      } while (last.hasMore());
      from = found.getLast().id();
    }
  }

  /// Reads the next rows, of all generations, so that the step has a bound.
  private List<Found> found(Tx tx, String generation, long behind) throws SQLException {
    long present = time.period(time.now(tx));
    return tx.query(
        "SELECT generation, %s FROM pm_group g WHERE g.id > ? ORDER BY g.id LIMIT %d"
            .formatted(GroupTable.COLUMNS, ROWS_PER_STEP),
        row ->
            new Found(
                row.getLong("id"),
                row.getString("generation").equals(generation)
                    && isDue(GroupTable.row(row), present)),
        behind);
  }

  private static boolean isDue(GroupRow row, long present) {
    boolean hasOld = row.kept() < present - 1 && row.kept() <= row.period();
    return hasOld || isOver(row, present) || isAhead(row, present);
  }

  /// Whether the group has no entries and all its fences are old.
  private static boolean isOver(GroupRow row, long present) {
    return row.counts().entries() == 0 && row.period() < present - 1;
  }

  /// Whether a clock was ahead when the group was written.
  private static boolean isAhead(GroupRow row, long present) {
    return row.period() > present + 1;
  }

  private record Removed(long rows, boolean hasMore) {
    static final Removed NOTHING = new Removed(0, false);
  }

  private Removed remove(Tx tx, List<Long> ids) throws SQLException {
    long present = time.period(time.now(tx));
    GroupTable groups = new GroupTable(tx);
    List<GroupRow> due =
        groups.lock(ids).values().stream().filter(row -> isDue(row, present)).toList();
    if (due.isEmpty()) {
      return Removed.NOTHING;
    }
    long forgotten = new FenceTable(tx).forget(ids(due), present - 1);
    if (forgotten == FenceTable.FORGOTTEN_MAX) {
      return new Removed(forgotten, true);
    }
    List<GroupRow> over = due.stream().filter(row -> isOver(row, present)).toList();
    groups.update(changed(tx, due, present));
    return new Removed(forgotten + (over.isEmpty() ? 0 : groups.delete(ids(over))), false);
  }

  private static List<Long> ids(Collection<GroupRow> rows) {
    return rows.stream().map(GroupRow::id).toList();
  }

  /// The rows that stay, with their new periods.
  private static List<GroupRow> changed(Tx tx, List<GroupRow> due, long present)
      throws SQLException {
    List<GroupRow> changed = new ArrayList<>();
    for (GroupRow row : due) {
      if (isAhead(row, present)) {
        if (areBack(tx, row, present)) {
          changed.add(row.withPeriods(present, present - 1));
        }
      } else if (!isOver(row, present)) {
        long kept = row.period() < present - 1 ? row.period() + 1 : present - 1;
        changed.add(row.withPeriods(row.period(), kept));
      }
    }
    return changed;
  }

  /// Makes the newest period of a group the current one. A group with very many fences is left as
  /// it is until its period comes.
  private static boolean areBack(Tx tx, GroupRow row, long present) throws SQLException {
    FenceTable fences = new FenceTable(tx);
    return fences.forget(List.of(row.id()), row.period() - 1) < FenceTable.FORGOTTEN_MAX
        && fences.makeOlder(row.id(), row.period() - present);
  }
}
