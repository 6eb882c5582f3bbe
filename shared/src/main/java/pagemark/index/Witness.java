package pagemark.index;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// What a store had acknowledged: the fence of an item, or the entry of a row that left none. A
/// store that does not hold it any more is thinner than it was.
///
/// @param fence the item's fence is at least as new; it has no entry here; null if `entry` says
///   what was written
/// @param entry is there, unless the item has a fence by now; null if `fence` says what was written
/// @param at when it was acknowledged, by the store's clock
public record Witness(
    GroupRef group, Bytes item, @Nullable Fence fence, @Nullable Entry entry, Instant at) {
  /// What an op leaves that was applied.
  public static Witness of(GroupRef group, Op op, Instant at) {
    return switch (op.rule()) {
      case Rule.Newer(var sequence) ->
          new Witness(group, op.item(), new Fence(sequence, null), null, at);
      case Rule.Unchanged unchanged ->
          new Witness(group, op.item(), unchanged.leaves(null), null, at);
      case Rule.Unfenced() -> new Witness(group, op.item(), null, op.entry(), at);
    };
  }

  /// Whether the store still holds it.
  public boolean isThere(Register register) {
    Fence found = register.fence();
    return fence == null
        ? found != null || register.present()
        : found != null && found.reaches(fence);
  }

  /// Whether nothing was written there since. Then the store has all that it had when this was
  /// acknowledged.
  public boolean isUntouched(Register register) {
    Fence found = register.fence();
    return fence == null
        ? found == null && register.present()
        : found != null && found.reaches(fence) && fence.reaches(found);
  }

  /// Asks for its register.
  public GroupLook look() {
    return new GroupLook(group, List.of(new GroupLook.Item(item, entry)));
  }

  /// About how much memory it takes, in bytes; more than a note of it.
  public int bytes() {
    int entryBytes = entry == null ? 0 : entry.position().member().length();
    return 200 + item.length() + entryBytes + 2 * group.group().text().length();
  }
}
