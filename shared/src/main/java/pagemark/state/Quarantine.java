package pagemark.state;

import java.util.List;

/// Records that could not be applied because of what they hold. They never block a shard; they are
/// kept, by item, until settled.
public interface Quarantine {
  /// Keeps `poison`; a newer record of the same item replaces an older one.
  void add(QuarantinedItem poison);

  /// At most `max` of a listing's.
  List<QuarantinedItem> list(String listing, int max);
}
