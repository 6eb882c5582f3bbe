package pagemark.index;

import org.jspecify.annotations.Nullable;
import pagemark.key.Entry;

/// What was last applied to an item in a group.
///
/// A record raises the sequence, so no two records leave the same fence. Repairs may: one removes
/// an item, the next puts it back, and neither raises the sequence. So each repair leaves a tag of
/// its own, and a fence that is equal to one seen before was not touched since. The tag also counts
/// the repairs since the record, so that of two fences of an item one is known to be older.
///
/// @param entry null if it was a removal
/// @param tag from the repair that left the fence, the count of repairs and random text:
///   `2.k3x9f0`; empty if a record left it
public record Fence(Sequence sequence, @Nullable Entry entry, String tag) {
  /// The fence that a record leaves.
  public Fence(Sequence sequence, @Nullable Entry entry) {
    this(sequence, entry, "");
  }

  /// The fence of a stored mark.
  ///
  /// @param mark as [#mark] makes it
  public static Fence of(String mark, @Nullable Entry entry) {
    int end = mark.indexOf('~');
    return end < 0
        ? new Fence(new Sequence(mark), entry)
        : new Fence(new Sequence(mark.substring(0, end)), entry, mark.substring(end + 1));
  }

  /// How many repairs there were since the record.
  int repairs() {
    int end = tag.indexOf('.');
    return end < 0 ? 0 : Integer.parseInt(tag.substring(0, end));
  }

  /// Whether it is at least as new as another one of the same item.
  boolean reaches(Fence other) {
    int bySequence = sequence.compareTo(other.sequence);
    return bySequence > 0 || (bySequence == 0 && repairs() >= other.repairs());
  }

  /// Sequence and tag as stores keep them: `42`, or `42~2.k3x9f0`.
  public String mark() {
    return tag.isEmpty() ? sequence.digits() : sequence.digits() + "~" + tag;
  }
}
