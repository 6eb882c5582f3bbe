package pagemark.index;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;

/// The outcome of an op at a register. SQL, DynamoDB and the index in memory call this function.
/// `register.lua` decides for Redis; tests hold both to one table of cases, `verdicts.txt`.
public enum Verdict {
  APPLIED,
  /// It had been applied before.
  DUPLICATE,
  /// Its rule does not allow it.
  REFUSED;

  /// Judges an op by the fence of its item. An equal number is the same record.
  ///
  /// @param fence null if there is none
  public static Verdict ofItem(Op op, @Nullable Fence fence) {
    boolean isSame = fence != null && Objects.equals(fence.entry(), op.entry());
    return of(op.rule(), fence, op.rule() instanceof Rule.Newer || isSame);
  }

  /// Judges what an op says of one place by the fence of that place. Equal numbers of different
  /// shards may say different things of it.
  ///
  /// @param rule as [Rule#at] gives it
  /// @param fence null if there is none
  /// @param cell where the op says that the item is; null if it is not at the place
  public static Verdict ofPlace(Rule rule, @Nullable Fence fence, @Nullable Cell cell) {
    Entry entry = fence == null ? null : fence.entry();
    return of(rule, fence, Objects.equals(entry == null ? null : entry.cell(), cell));
  }

  /// @param isSame whether an op with the fence's number says the same as the fence
  private static Verdict of(Rule rule, @Nullable Fence fence, boolean isSame) {
    Fence numbered = fence == null || !fence.isNumbered() ? null : fence;
    return switch (rule) {
      case Rule.Unchanged(var seen, _, _, _) -> Objects.equals(seen, fence) ? APPLIED : REFUSED;
      case Rule.Unfenced() -> numbered == null ? APPLIED : compared(0, isSame);
      case Rule.Newer(var sequence, _) ->
          numbered == null ? APPLIED : compared(sequence.compareTo(numbered.sequence()), isSame);
    };
  }

  private static Verdict compared(int order, boolean isSame) {
    if (order > 0) {
      return APPLIED;
    }
    return order == 0 && isSame ? DUPLICATE : REFUSED;
  }
}
