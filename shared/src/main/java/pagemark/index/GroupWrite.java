package pagemark.index;

import java.util.List;

/// Ops of one group, at most one an item, applied together.
public record GroupWrite(GroupRef group, List<Op> ops) {
  public GroupWrite {
    ops = List.copyOf(ops);
    if (ops.stream().map(Op::item).distinct().count() < ops.size()) {
      throw new IllegalArgumentException("two ops of one item");
    }
  }
}
