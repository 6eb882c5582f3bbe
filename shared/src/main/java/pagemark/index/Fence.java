package pagemark.index;

import org.jspecify.annotations.Nullable;
import pagemark.key.Entry;

/// The last change that was applied to an item in a group. A store keeps it for a limited time, one
/// to two fence periods. The [Rule] of a later change compares itself with it, so that no change is
/// applied after a newer one.
///
/// A stream record raises the sequence, so no two records leave the same fence. Repairs need not:
/// one can remove an item and the next put it back, at the same sequence. So each repair also
/// leaves a tag. A fence that equals one seen before was therefore not changed in between. The tag
/// counts the repairs since the last record, so that the older of two fences with one sequence is
/// known.
///
/// @param entry the item's entry; null if it was removed
/// @param tag count of repairs and random text, such as `2.k3x9f0`; empty if a record left the
///   fence
public record Fence(Sequence sequence, @Nullable Entry entry, String tag) {
  /// Creates the fence that a record leaves.
  public Fence(Sequence sequence, @Nullable Entry entry) {
    this(sequence, entry, "");
  }

  /// Parses a stored mark.
  ///
  /// @param mark as [#mark] writes it
  public static Fence of(String mark, @Nullable Entry entry) {
    int end = mark.indexOf('~');
    return end < 0
        ? new Fence(new Sequence(mark), entry)
        : new Fence(new Sequence(mark.substring(0, end)), entry, mark.substring(end + 1));
  }

  /// The number of repairs since the last record.
  int repairs() {
    int end = tag.indexOf('.');
    return end < 0 ? 0 : Integer.parseInt(tag.substring(0, end));
  }

  /// Whether this fence is at least as new as another one of the same item.
  boolean reaches(Fence other) {
    int bySequence = sequence.compareTo(other.sequence);
    return bySequence > 0 || (bySequence == 0 && repairs() >= other.repairs());
  }

  /// The text that stores keep of sequence and tag: `42`, or `42~2.k3x9f0`.
  public String mark() {
    return tag.isEmpty() ? sequence.digits() : sequence.digits() + "~" + tag;
  }
}
