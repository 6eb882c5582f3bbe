package pagemark.state;

import java.time.Instant;
import java.util.List;

/// Items that cannot be indexed because of what they hold. They never block a shard. Each is kept,
/// by its key, until it is settled.
///
/// A good record of the item settles it at once. What no record settles, somebody looks at when it
/// is due: twice soon after the record, and then each day. What nobody has looked at for
/// [QuarantinedItem#KEPT] is forgotten.
public interface Quarantine extends StateStore {
  /// Keeps `poison`. A newer record of the same item replaces an older one.
  default void add(QuarantinedItem poison) {
    change(
        QuarantinedItem.class,
        poison.documentKey(),
        kept ->
            kept == null
                ? poison
                : poison.sequence().compareTo(kept.sequence()) < 0 ? kept : poison.after(kept));
  }

  /// The next items of a listing, at most `max`, whose [QuarantinedItem#keyHash] is greater than
  /// `keyHash`, in that order; the first ones if that is empty.
  default List<QuarantinedItem> list(String listing, String keyHash, int max) {
    return list(QuarantinedItem.class, Range.after(QuarantinedItem.PREFIX + listing, keyHash, max))
        .toList();
  }

  /// How many items a listing has, counted up to `max`. The last few may be missing.
  default int count(String listing, int max) {
    return size(QuarantinedItem.PREFIX + listing, max);
  }

  /// Notes a look at `item`, unless it is settled, or a newer record of it was added meanwhile.
  ///
  /// @param serving the id of the generation that serves; empty if none does
  default void looked(QuarantinedItem item, String serving, Instant now) {
    change(
        QuarantinedItem.class,
        item.documentKey(),
        kept ->
            kept != null && kept.sequence().equals(item.sequence())
                ? kept.looked(serving, now)
                : kept);
  }

  /// Removes `item`, unless a newer record of it was added meanwhile.
  default void settle(QuarantinedItem item) {
    change(
        QuarantinedItem.class,
        item.documentKey(),
        kept -> kept != null && kept.sequence().compareTo(item.sequence()) > 0 ? kept : null);
  }
}
