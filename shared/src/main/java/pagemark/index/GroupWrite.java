package pagemark.index;

import java.time.Instant;
import java.util.List;

/// Ops of one group, at most one an item, applied together.
///
/// @param notAfter by the store's clock; what the ops were made of is too old to be applied later,
///   because the fences that would tell may be gone
public record GroupWrite(GroupRef group, List<Op> ops, Instant notAfter) {
  /// Later than any clock will show.
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
