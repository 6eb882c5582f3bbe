package pagemark.index;

import java.time.Instant;
import java.util.List;

/// Ops of one group that are applied together, at most one for each item.
///
/// @param notAfter the latest time, by the store's clock, at which the ops may be applied. Later,
///   the fences that protect against old changes may be gone
public record GroupWrite(GroupRef group, List<Op> ops, Instant notAfter) {
  /// A time that no clock reaches.
  public static final Instant NEVER_TOO_LATE = Instant.ofEpochSecond(1L << 40);

  public GroupWrite {
    ops = List.copyOf(ops);
    if (ops.stream().map(Op::item).distinct().count() < ops.size()) {
      throw new IllegalArgumentException("two ops of one item");
    }
  }

  public GroupWrite(GroupRef group, List<Op> ops) {
    this(group, ops, NEVER_TOO_LATE);
  }
}
