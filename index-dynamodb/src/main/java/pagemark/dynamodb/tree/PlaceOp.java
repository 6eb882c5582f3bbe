package pagemark.dynamodb.tree;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.Fence;
import pagemark.index.Sequence;

/// What a change says about one place: that an entry is there, or that there is none.
///
/// @param op the number of the change that says it, for its verdict
/// @param cell the cell of the entry; null if there is none
public record PlaceOp(int op, Bytes place, @Nullable Cell cell, Condition condition) {
  /// Decides by the place's register whether the op is applied.
  public sealed interface Condition {
    /// Of a stream record: applied if the register has no number, or a lower one.
    record Newer(Sequence sequence) implements Condition {}

    /// Of a row that a scan has read: applied if the register has no number.
    record Unstamped() implements Condition {}

    /// Of a repair: applied if the register is the one seen.
    ///
    /// @param seen null if there was none
    /// @param sequence the number that it leaves
    /// @param tag unique among repairs
    record Unchanged(@Nullable Fence seen, Sequence sequence, String tag) implements Condition {}
  }

  /// What became of an op.
  public enum Verdict {
    APPLIED,
    /// It had been applied before.
    DUPLICATE,
    /// Its condition does not hold.
    REFUSED
  }

  public boolean isPresence() {
    return cell != null;
  }

  /// Whether the op is void if the same change was refused where it says that the item is. A repair
  /// says what the table has, so its words hold together or not at all. The words of a record hold
  /// one by one.
  boolean needsItsPresence() {
    return !isPresence() && condition instanceof Condition.Unchanged;
  }
}
