package pagemark.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Place;
import pagemark.index.Fence;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Verdict;
import pagemark.index.WriteResult.Written;
import pagemark.sql.table.KeyLimits;

/// Decides what the ops of one group change, by the verdicts on them. `register.lua` does the same
/// in Redis.
final class GroupOps {
  /// The entries to add, each with its cell, by place.
  final Map<Bytes, Cell> added = new LinkedHashMap<>();

  /// The cells from which entries are removed, by place.
  final Map<Bytes, List<Cell>> removed = new LinkedHashMap<>();

  /// The fences that the ops leave, by item.
  final Map<Bytes, Fence> fences = new HashMap<>();

  /// The last op that was applied, or that duplicates an op of this period. (A fence of the period
  /// before may soon be dropped.) Null if there is none.
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
    removed.computeIfAbsent(Place.of(entry.position()), _ -> new ArrayList<>(1)).add(entry.cell());
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
