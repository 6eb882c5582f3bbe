package pagemark.state;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Items that cannot be indexed because of what they hold. They never block a shard. Each is kept,
/// by its key, until it is settled.
///
/// A good record of the item settles it at once. What no record settles, somebody looks at: twice
/// soon after the record, and then each day. A look renews what it finds, and what nobody has
/// looked at for [#KEPT] is forgotten.
public interface Quarantine {
  /// How long an item is kept after its record, or after the last look at it.
  Duration KEPT = Duration.ofDays(30);

  /// How long after a record the two early looks at its item are due. They are up to [#EARLY_STEP]
  /// later, so that a record that comes again does not ask for more looks.
  List<Duration> EARLY = List.of(Duration.ofMinutes(5), Duration.ofMinutes(65));

  Duration EARLY_STEP = Duration.ofMinutes(5);

  /// An early look at an item.
  ///
  /// @param item as it was added
  record Look(QuarantinedItem item, Instant due) {}

  /// When the early looks at an item are due.
  static List<Instant> early(QuarantinedItem item) {
    long step = EARLY_STEP.toMillis();
    Instant from = Instant.ofEpochMilli(Math.ceilDiv(item.seenAt().toEpochMilli(), step) * step);
    return EARLY.stream().map(from::plus).toList();
  }

  /// Keeps `poison`, and the early looks at it. A newer record of the same item replaces an older
  /// one.
  void add(QuarantinedItem poison);

  /// The first items of a listing, at most `max`, ordered by [QuarantinedItem#keyHash].
  default List<QuarantinedItem> list(String listing, int max) {
    return list(listing, "", max);
  }

  /// The next items of a listing, at most `max`, whose key hash is greater than `keyHash`, in that
  /// order.
  List<QuarantinedItem> list(String listing, String keyHash, int max);

  /// How many items a listing has, counted up to `max`. The last few may be missing.
  int count(String listing, int max);

  /// The early looks at a listing's items that are due, at most `max`, the oldest first. Their
  /// items may be settled already.
  List<Look> due(String listing, Instant now, int max);

  /// Removes an early look.
  void looked(Look look);

  /// Keeps `item` for longer, unless it is settled, or a newer record of it was added meanwhile.
  void renew(QuarantinedItem item, Instant now);

  /// Removes `item`, unless a newer record of it was added meanwhile.
  void settle(QuarantinedItem item);
}
