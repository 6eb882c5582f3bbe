package pagemark.index;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// A change of one item in one group: afterwards the item has `entry` there, or no entry.
///
/// @param item the item key
/// @param rule when the op is applied
/// @param entry null if the item is not in the group
/// @param olds entries that the item is known to have had in the group. They are removed, except
///   for `entry`, or if the op is not applied, except for the entry in the fence
public record Op(Bytes item, Rule rule, @Nullable Entry entry, Set<Entry> olds) {
  public Op {
    olds = Set.copyOf(olds);
  }

  /// Creates the op of a stream record.
  public Op(Bytes item, Sequence sequence, @Nullable Entry entry, Set<Entry> olds) {
    this(item, new Rule.Newer(sequence), entry, olds);
  }

  /// A copy that removes the item.
  public Op withoutEntry() {
    return new Op(item, rule, null, olds);
  }

  public boolean isRemoval() {
    return entry == null;
  }
}
