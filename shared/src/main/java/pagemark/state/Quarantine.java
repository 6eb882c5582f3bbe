package pagemark.state;

import java.util.List;

/// Items that cannot be indexed because of what they hold. They never block a shard. Each is kept,
/// by its key, until it is settled.
public interface Quarantine {
  /// Keeps `poison`. A newer record of the same item replaces an older one.
  void add(QuarantinedItem poison);

  /// The first items of a listing, at most `max`, ordered by [QuarantinedItem#keyHash].
  default List<QuarantinedItem> list(String listing, int max) {
    return list(listing, "", max);
  }

  /// The next items of a listing, at most `max`, whose key hash is greater than `keyHash`, in that
  /// order.
  List<QuarantinedItem> list(String listing, String keyHash, int max);

  /// Removes `item`, unless a newer record of it was added meanwhile.
  void settle(QuarantinedItem item);
}
