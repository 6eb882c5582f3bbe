package pagemark.state;

import java.util.List;

/// Records that could not be applied because of what they hold. They never block a shard; they are
/// kept, by item, until settled.
public interface Quarantine {
  /// Keeps `poison`; a newer record of the same item replaces an older one.
  void add(QuarantinedItem poison);

  /// The first of a listing's, at most `max`, in the order of their [QuarantinedItem#keyHash].
  default List<QuarantinedItem> list(String listing, int max) {
    return list(listing, "", max);
  }

  /// At most `max` of a listing's whose key hash comes after `keyHash`, in that order.
  List<QuarantinedItem> list(String listing, String keyHash, int max);

  /// Forgets `item`, save where a newer record of it was added meanwhile.
  void settle(QuarantinedItem item);
}
