package pagemark.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.Fence;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult.Register;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Verdict;
import pagemark.index.Witness;
import pagemark.index.WriteResult.Written;
import pagemark.sql.connection.Tx;
import pagemark.sql.table.FenceTable;
import pagemark.sql.table.FenceTable.GroupEdges;
import pagemark.sql.table.FenceTable.Item;
import pagemark.sql.table.GroupRow;
import pagemark.sql.table.GroupTable;
import pagemark.sql.table.KeyLimits;
import pagemark.sql.table.PositionTable;
import pagemark.sql.table.PositionTable.At;

/// The fences of a batch's items: those that stand before it, and those that it leaves.
///
/// An item without an old entry, whose new one goes behind the group's last, is nearly always new.
/// It has a fence of the current period only if it was removed and is back. So its fence is
/// inserted at once, without a lookup. If the database has one with the same key, the insert is
/// undone, and all fences are looked up. Such a batch takes a savepoint and a failed insert more.
final class BatchFences {
  private final FenceTable table;
  private final KeyLimits limits;
  private final GroupEdges edges;

  /// The fences that stand, of the current period or the one before.
  private final Map<Item, Fence> standing = new HashMap<>();

  /// The items whose fence is of the period before.
  private final Set<Item> past = new HashSet<>();

  /// The fences that were inserted without a lookup.
  private final Map<Item, Fence> inserted = new HashMap<>();

  private final Map<Item, Fence> left = new HashMap<>();

  private BatchFences(Tx tx, KeyLimits limits, GroupEdges edges) {
    this.table = new FenceTable(tx);
    this.limits = limits;
    this.edges = edges;
  }

  /// Reads the fences of the items of all steps, and inserts those of new items.
  static BatchFences of(Tx tx, KeyLimits limits, List<BatchWrite.Step> steps, GroupEdges edges)
      throws SQLException {
    BatchFences fences = new BatchFences(tx, limits, edges);
    Set<Item> items = new HashSet<>();
    for (BatchWrite.Step step : steps) {
      for (Op op : step.write().ops()) {
        items.add(item(step, op.item()));
        fences.expectNone(step, op);
      }
    }
    fences.read(items);
    return fences;
  }

  private static Item item(BatchWrite.Step step, Bytes item) {
    return new Item(step.row().id(), step.period(), item);
  }

  /// Remembers the fence of a new item, to be inserted. If the group is known to have no fence of
  /// the current period, nothing would be looked up anyway.
  private void expectNone(BatchWrite.Step step, Op op) {
    Item item = item(step, op.item());
    if (op.rule() instanceof Rule.Newer(var sequence, _)
        && op.entry() != null
        && op.olds().isEmpty()
        && edges.mayHaveFences(item.group(), item.period())
        && !edges.mayHave(new At(item.group(), Place.of(op.entry().position())))) {
      inserted.put(item, new Fence(sequence, op.entry()));
    }
  }

  private void read(Set<Item> items) throws SQLException {
    standing.putAll(table.find(items, edges, inserted.keySet(), past));
    Set<Item> unknown = new HashSet<>(past);
    unknown.retainAll(inserted.keySet());
    inserted.keySet().removeAll(unknown);
    if (!table.insertNew(inserted)) {
      unknown.addAll(inserted.keySet());
      inserted.clear();
    }
    past.removeAll(unknown);
    standing.putAll(table.find(unknown, edges, Set.of(), past));
  }

  /// Decides the ops of a step, and takes the fences that they leave.
  GroupOps decide(BatchWrite.Step step) {
    Map<Bytes, Fence> fences = new HashMap<>();
    for (Op op : step.write().ops()) {
      Fence fence = standing.get(item(step, op.item()));
      if (fence != null) {
        fences.put(op.item(), fence);
      }
    }
    GroupOps ops =
        GroupOps.decide(limits, step.write(), fences, item -> past.contains(item(step, item)));
    ops.fences.forEach((item, fence) -> left.put(item(step, item), fence));
    return ops;
  }

  /// Writes the fences that the steps leave, except for those that were inserted.
  void write() throws SQLException {
    left.entrySet().removeAll(inserted.entrySet());
    Set<Item> present = new HashSet<>(standing.keySet());
    present.removeAll(past);
    present.addAll(inserted.keySet());
    table.put(left, present);
  }

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

  /// Decides what the ops of one group change, by the verdicts on them. `register.lua` does the
  /// same in Redis.
  static final class GroupOps {
    /// The entries to add, each with its cell, by place.
    final Map<Bytes, Cell> added = new LinkedHashMap<>();

    /// The cells from which entries are removed, by place.
    final Map<Bytes, List<Cell>> removed = new LinkedHashMap<>();

    /// The fences that the ops leave, by item.
    final Map<Bytes, Fence> fences = new HashMap<>();

    /// The last op that was applied, or that duplicates an op of this period. (A fence of the
    /// period before may soon be dropped.) Null if there is none.
    @Nullable Op last;

    private final KeyLimits limits;
    private final Predicate<Bytes> isPast;
    private final List<Op> refused = new ArrayList<>();
    private int applied;
    private int duplicates;

    private GroupOps(KeyLimits limits, Predicate<Bytes> isPast) {
      this.limits = limits;
      this.isPast = isPast;
    }

    /// Decides the ops of a write, whose entries the tables can hold.
    ///
    /// @param standing the current fence of each item that has one
    /// @param isPast whether an item's fence is of the period before the current one
    static GroupOps decide(
        KeyLimits limits, GroupWrite write, Map<Bytes, Fence> standing, Predicate<Bytes> isPast) {
      GroupOps decided = new GroupOps(limits, isPast);
      for (Op op : write.ops()) {
        Fence fence = standing.get(op.item());
        String reason = limits.refusal(write.group(), op);
        if (reason != null) {
          throw new IllegalArgumentException(reason);
        }
        decided.decide(op, fence);
      }
      return decided;
    }

    Written result() {
      return new Written(applied, duplicates, refused);
    }

    private void decide(Op op, @Nullable Fence fence) {
      switch (Verdict.ofItem(op, fence)) {
        case DUPLICATE -> {
          duplicates++;
          last = isPast.test(op.item()) ? last : op;
        }
        case APPLIED -> {
          applied++;
          last = op;
          apply(op, fence);
        }
        case REFUSED -> {
          refused.add(op);
          removeOlds(op, fence);
        }
      }
    }

    private void apply(Op op, @Nullable Fence fence) {
      Entry entry = op.entry();
      op.olds().forEach(this::remove);
      if (fence != null && fence.entry() != null) {
        remove(fence.entry());
      }
      if (entry != null) {
        added.put(Place.of(entry.position()), entry.cell());
      }
      Fence left = op.rule().leaves(entry);
      if (left != null && limits.holds(op.item())) {
        fences.put(op.item(), left);
      }
    }

    /// Removes the old entries of a late record: it still says where the item is not.
    private void removeOlds(Op op, @Nullable Fence fence) {
      if (op.rule() instanceof Rule.Newer) {
        op.olds().stream()
            .filter(old -> fence == null || !old.equals(fence.entry()))
            .forEach(this::remove);
      }
    }

    private void remove(Entry entry) {
      if (!limits.holds(entry.position())) {
        return;
      }
      removed
          .computeIfAbsent(Place.of(entry.position()), _ -> new ArrayList<>(1))
          .add(entry.cell());
    }

    /// The cell of an entry after these ops; null if the entry does not exist then.
    @Nullable Cell after(Bytes place, @Nullable Cell before) {
      Cell to = added.get(place);
      if (to != null) {
        return to;
      }
      return before != null && removed.getOrDefault(place, List.of()).contains(before)
          ? null
          : before;
    }
  }
}
