package pagemark.sync;

import static java.util.Comparator.naturalOrder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.sync.ItemPlan.GroupOp;

/// The changes that one wave makes in one group. A store applies them with one call.
///
/// @param items the item of each op, in the order of the ops
record GroupChange(GroupRef group, List<Op> ops, List<ItemPlan> items) {
  /// Collects the changes of a wave by group, in the order in which the groups first occur.
  static List<GroupChange> of(List<ItemPlan> items, Function<ItemPlan, List<GroupOp>> wave) {
    Map<GroupRef, GroupChange> byGroup = new LinkedHashMap<>();
    for (ItemPlan item : items) {
      for (GroupOp op : wave.apply(item)) {
        byGroup.computeIfAbsent(op.group(), GroupChange::none).add(item, op.op());
      }
    }
    return List.copyOf(byGroup.values());
  }

  private static GroupChange none(GroupRef group) {
    return new GroupChange(group, new ArrayList<>(), new ArrayList<>());
  }

  private void add(ItemPlan item, Op op) {
    items.add(item);
    ops.add(op);
  }

  GroupWrite write() {
    Instant notAfter = items.stream().map(ItemPlan::notAfter).min(naturalOrder()).orElseThrow();
    return new GroupWrite(group, ops, notAfter);
  }

  /// The item that `op` changes.
  ItemPlan item(Op op) {
    return items.get(ops.indexOf(op));
  }
}
