package example.events;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import pagemark.list.ListItem;
import pagemark.list.SortKey;

/// A row of the table `events`. User, shard and time are its key.
///
/// @param at in whole microseconds, as PostgreSQL keeps times
record Event(String user, int shard, Instant at, String kind) {
  /// What the index holds of it. Its key is unique within the user: `2/1767225600000000`.
  ListItem item() {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, at);
    return new ListItem(
        user, shard + "/" + micros, SortKey.number((double) micros), Map.of("kind", kind));
  }

  /// The place of an item's key in the order of all pages.
  static Place place(String key) {
    String[] parts = key.split("/", 2);
    long micros = Long.parseLong(parts[1]);
    return new Place(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), Integer.parseInt(parts[0]));
  }

  /// Where a page starts. The newest events come first; of two of one time, that of the higher
  /// shard.
  record Place(Instant at, int shard) {
    static final Place NEWEST = new Place(Instant.parse("2255-01-01T00:00:00Z"), 0);

    static Place after(Event last) {
      return new Place(last.at(), last.shard() - 1);
    }
  }
}
