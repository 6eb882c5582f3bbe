package pagemark.sql;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import pagemark.entry.Cell;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Witness;
import pagemark.index.WriteResult;
import pagemark.sql.BatchFences.GroupOps;
import pagemark.sql.BatchFences.WitnessRows;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable;
import pagemark.sql.table.FenceTable.GroupEdges;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.table.KeyLimits;
import pagemark.sql.table.PositionTable;
import pagemark.sql.table.PositionTable.At;
import pagemark.sql.table.PositionTable.CellChange;
import pagemark.sql.tree.Shape;
import pagemark.sql.tree.TreeUpdate;

/// Applies writes of different groups in one transaction.
///
/// 1. It reads the markers. Writes without a marker are not applied.
/// 2. It checks the witness of each generation.
/// 3. It locks the groups' rows, in the order of their ids, so that all that follows sees what it
///    changes.
/// 4. It reads the fences of all items, except for those of new items, which it inserts
///    ([BatchFences]), and lets [GroupOps] decide each op. What [GroupEdges] knows to be missing is
///    not looked up, neither fences nor entries.
/// 5. It writes the entries, the tree nodes over them ([TreeUpdate]), the groups' rows and the
///    other fences.
///
/// The number of statements does not depend on the number of ops, apart from the limit on rows in a
/// statement, and on nodes that split or join. `BatchStatementsIT` counts them.
final class BatchWrite {
  /// The order of the tables' keys, so that neighbours are written together.
  private static final Comparator<CellChange> IN_ORDER =
      Comparator.comparingLong((CellChange change) -> change.at().group())
          .thenComparing(change -> change.at().place());

  private final Tx tx;
  private final Shape shape;
  private final FenceClock time;
  private final KeyLimits limits;

  /// The witnesses that have not been checked yet, by generation.
  private final Map<String, Witness> expected;

  /// The witnesses that are gone.
  final List<Witness> gone = new ArrayList<>();

  /// The witnesses of this batch, by generation. They are acknowledged when the transaction
  /// commits.
  final Map<String, Witness> left = new HashMap<>();

  /// @param expected the last acknowledged write of each generation
  BatchWrite(Tx tx, Shape shape, FenceClock time, Map<String, Witness> expected) {
    this.tx = tx;
    this.expected = new HashMap<>(expected);
    this.shape = shape;
    this.time = time;
    this.limits = new KeyLimits(tx.dialect());
  }

  /// A write, with the state of its group.
  record Step(GroupWrite write, GroupRow row, long period, Instant at) {}

  List<WriteResult> write(List<GroupWrite> writes) throws SQLException {
    Map<GroupRef, WriteResult> results = new HashMap<>();
    writes.forEach(write -> results.put(write.group(), new WriteResult.Unmarked()));
    List<GroupWrite> marked = marked(writes);
    if (!marked.isEmpty()) {
      check(marked);
      writeLocked(steps(marked, locked(marked), results), results);
    }
    return writes.stream().map(write -> requireNonNull(results.get(write.group()))).toList();
  }

  private void check(List<GroupWrite> marked) throws SQLException {
    for (GroupWrite write : marked) {
      Witness witness = expected.remove(write.group().generation());
      if (witness != null && !new WitnessRows(tx).isThere(witness)) {
        gone.add(witness);
      }
    }
  }

  /// Locks the groups of all writes. This comes before a batch that is written in parts: locking
  /// each part by itself could take another order than other writers do, and end in a deadlock.
  void lock(List<GroupWrite> writes) throws SQLException {
    locked(marked(writes));
  }

  private Map<GroupRef, GroupRow> locked(List<GroupWrite> marked) throws SQLException {
    return new GroupTable(tx)
        .locked(marked.stream().map(GroupWrite::group).filter(limits::holds).distinct().toList());
  }

  private List<GroupWrite> marked(List<GroupWrite> writes) throws SQLException {
    Map<String, String> markers =
        new GroupTable(tx).markers(writes.stream().map(w -> w.group().generation()).toList(), true);
    return writes.stream().filter(w -> markers.containsKey(w.group().generation())).toList();
  }

  /// Selects the writes that are not too late. A group whose name is too long for the tables has no
  /// row and no fences; its ops are decided here.
  private List<Step> steps(
      List<GroupWrite> writes, Map<GroupRef, GroupRow> rows, Map<GroupRef, WriteResult> results)
      throws SQLException {
    Instant now = time.now(tx);
    List<Step> steps = new ArrayList<>();
    for (GroupWrite write : writes) {
      GroupRow row = rows.get(write.group());
      if (now.isAfter(write.notAfter())) {
        results.put(write.group(), new WriteResult.Expired());
      } else if (row == null) {
        results.put(write.group(), GroupOps.decide(limits, write, Map.of(), _ -> false).result());
      } else {
        long period = Math.max(time.period(now), row.period());
        steps.add(new Step(write, row, period, now));
      }
    }
    return steps;
  }

  private void writeLocked(List<Step> steps, Map<GroupRef, WriteResult> results)
      throws SQLException {
    GroupEdges edges = edges(steps);
    BatchFences fences = BatchFences.of(tx, limits, steps, edges);
    Map<Long, GroupOps> decided = new LinkedHashMap<>();
    for (Step step : steps) {
      GroupOps ops = fences.decide(step);
      GroupRef group = step.write().group();
      decided.put(step.row().id(), ops);
      results.put(group, ops.result());
      if (ops.last != null) {
        left.put(group.generation(), Witness.of(group, ops.last, step.at()));
      }
    }
    List<CellChange> changes = changes(decided, edges);
    new PositionTable(tx).apply(changes);
    updateGroups(steps, changes, edges);
    fences.write();
  }

  private GroupEdges edges(List<Step> steps) throws SQLException {
    Map<Long, Long> periods = new HashMap<>();
    for (Step step : steps) {
      if (step.write().ops().size() >= GroupEdges.ITEMS_MIN) {
        periods.put(step.row().id(), step.period());
      }
    }
    return GroupEdges.read(tx, periods);
  }

  /// @param decided the ops of each group, by its id
  private List<CellChange> changes(Map<Long, GroupOps> decided, GroupEdges edges)
      throws SQLException {
    Map<At, GroupOps> wanted = new LinkedHashMap<>();
    decided.forEach(
        (id, ops) -> {
          ops.removed.keySet().forEach(place -> wanted.put(new At(id, place), ops));
          ops.added.keySet().forEach(place -> wanted.put(new At(id, place), ops));
        });
    Map<At, Cell> before =
        new PositionTable(tx).find(wanted.keySet().stream().filter(edges::mayHave).toList());
    List<CellChange> changes = new ArrayList<>();
    wanted.forEach(
        (at, ops) -> {
          Cell was = before.get(at);
          Cell is = ops.after(at.place(), was);
          if (!Objects.equals(was, is)) {
            changes.add(new CellChange(at, was, is));
          }
        });
    changes.sort(IN_ORDER);
    return changes;
  }

  private boolean forgetsAll(GroupRow row, long period) throws SQLException {
    return new FenceTable(tx).forget(List.of(row.id()), period) < FenceTable.FORGOTTEN_MAX;
  }

  private void updateGroups(List<Step> steps, List<CellChange> changes, GroupEdges edges)
      throws SQLException {
    Map<Long, GroupRow> rows = new HashMap<>();
    for (Step step : steps) {
      GroupRow row = step.row();
      long kept = row.kept();
      if (kept < step.period() - 1 && forgetsAll(row, step.period() - 1)) {
        kept = step.period() - 1;
      }
      if (row.period() < step.period() || row.kept() < kept) {
        rows.put(row.id(), row.withPeriods(step.period(), kept));
      }
    }
    List<GroupRow> present =
        steps.stream().map(step -> rows.getOrDefault(step.row().id(), step.row())).toList();
    new TreeUpdate(tx, shape, present)
        .apply(changes, edges)
        .forEach(row -> rows.put(row.id(), row));
    new GroupTable(tx).update(rows.values());
  }
}
