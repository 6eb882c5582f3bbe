package pagemark.index;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Entry;

/// The last change that was applied to an item in a group. A store keeps it for a limited time, one
/// to two fence periods. The [Rule] of a later change compares itself with it, so that no change is
/// applied after a newer one.
///
/// A store keeps fences in one of two ways, and its callers need not know which:
///
/// - by item: one fence for the item in the group. It says where the item is. An op is applied or
///   refused as a whole.
/// - by place: a fence for each position that a change has named. It says whether the item is
///   there, so the fence of a position that the item has left is kept, too. Each position of an op
///   judges its part alone, and no step spans two of them.
///
/// A stream record raises the sequence, so no two records leave the same fence. Repairs need not:
/// one can remove an item and the next put it back, at the same sequence. So each repair also
/// leaves a tag. A fence that equals one seen before was therefore not changed in between. The tag
/// counts the repairs since the last record, so that the older of two fences with one sequence is
/// known.
///
/// @param entry the item's entry; null if it was removed. By place, the entry at that place; null
///   if the item is not there
/// @param tag count of repairs and random text, such as `2.k3x9f0`; empty if a record left the
///   fence
public record Fence(Sequence sequence, @Nullable Entry entry, String tag) {
  private static final Sequence ROW = new Sequence("0");

  /// Creates the fence that a record leaves.
  public Fence(Sequence sequence, @Nullable Entry entry) {
    this(sequence, entry, "");
  }

  /// Describes an entry that a store by place holds without a fence: the row of a scan, or an entry
  /// with a fence that has expired. A repair compares it like a fence, so that it notices if the
  /// entry has gone.
  public static Fence ofRow(Entry entry) {
    return new Fence(ROW, entry);
  }

  /// Whether a record or a repair left this fence, so that it stops rows and older records.
  public boolean isNumbered() {
    return !sequence.equals(ROW) || !tag.isEmpty();
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
