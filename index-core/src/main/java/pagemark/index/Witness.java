package pagemark.index;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.LookResult.Register;

/// A write that a store has acknowledged, as proof for a later check. It is the fence of an item,
/// or the entry of a row that left no fence. If the store does not hold it any more, the store has
/// lost writes.
///
/// @param fence the item must have this fence or a newer one; its entry is not kept here. Null if
///   `entry` says what was written
/// @param entry this entry must exist unless the item has a fence by now. Null if `fence` says what
///   was written
/// @param at when the store acknowledged it, by the store's clock
public record Witness(
    GroupRef group, Bytes item, @Nullable Fence fence, @Nullable Entry entry, Instant at) {
  /// The witness of an op that was applied.
  public static Witness of(GroupRef group, Op op, Instant at) {
    return switch (op.rule()) {
      case Rule.Newer(var sequence, _) ->
          new Witness(group, op.item(), new Fence(sequence, null), null, at);
      case Rule.Unchanged unchanged ->
          new Witness(group, op.item(), unchanged.leaves(null), null, at);
      case Rule.Unfenced() -> new Witness(group, op.item(), null, op.entry(), at);
    };
  }

  /// Whether the store still holds the write.
  public boolean isThere(Register register) {
    Fence found = register.fence();
    return fence == null
        ? found != null || register.present()
        : found != null && found.reaches(fence);
  }

  /// Whether nothing was written to the item since. If so, the store still has everything that it
  /// had when it acknowledged this write.
  public boolean isUntouched(Register register) {
    Fence found = register.fence();
    return fence == null
        ? found == null && register.present()
        : found != null && found.reaches(fence) && fence.reaches(found);
  }

  /// The look that reads the register for a check.
  public GroupLook look() {
    return new GroupLook(group, List.of(new GroupLook.Item(item, entry)));
  }

  /// An estimate of its memory in bytes, larger than its size in a note.
  public int bytes() {
    int entryBytes = entry == null ? 0 : entry.position().member().length();
    return 200 + item.length() + entryBytes + 2 * group.group().text().length();
  }
}
