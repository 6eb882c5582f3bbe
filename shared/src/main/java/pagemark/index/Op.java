package pagemark.index;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// A change of one item in one group: the item has `entry` there, or none.
///
/// @param item the item key
/// @param rule when it is applied
/// @param entry null where the item is not in the group
/// @param olds the entries that the item is known to have had in the group; they are removed, save
///   what `entry` or, where the op is not applied, the fence says
public record Op(Bytes item, Rule rule, @Nullable Entry entry, Set<Entry> olds) {
  public Op {
    olds = Set.copyOf(olds);
  }

  /// What a stream record tells.
  public Op(Bytes item, Sequence sequence, @Nullable Entry entry, Set<Entry> olds) {
    this(item, new Rule.Newer(sequence), entry, olds);
  }

  /// The same, but the item has no entry any more.
  public Op withoutEntry() {
    return new Op(item, rule, null, olds);
  }

  public boolean isRemoval() {
    return entry == null;
  }
}
