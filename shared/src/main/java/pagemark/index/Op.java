package pagemark.index;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// A change of one item in one group: the item has `entry` there as of `sequence`, or none.
///
/// @param item the item key
/// @param entry null where the item is no longer in the group
/// @param olds the entries that older images of the item had in the group; they are removed, save
///   what `entry` or the fence says
public record Op(Bytes item, Sequence sequence, @Nullable Entry entry, Set<Entry> olds) {
  public Op {
    olds = Set.copyOf(olds);
  }

  public boolean isRemoval() {
    return entry == null;
  }
}
