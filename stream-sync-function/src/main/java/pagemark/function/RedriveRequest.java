package pagemark.function;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.words.WrongValue;

/// A request to [RepairHandler] for one listing.
///
/// @param keys whether the answer names what is left
record RedriveRequest(String listing, boolean keys) {
  private static final Set<String> FIELDS = Set.of("action", "listing", "keys");

  /// @param event a request if it has an action, else the event of the schedule of repairs
  /// @return null if the event is of a schedule
  /// @throws IllegalArgumentException naming the field that is wrong, and what is valid
  static @Nullable RedriveRequest of(Map<String, Object> event, List<Listing> listings) {
    Object action = event.get("action");
    if (action == null) {
      return null;
    }
    if (!action.equals("redrive")) {
      throw WrongValue.of("\"action\"", action, "redrive, sweep");
    }
    Set<String> unknown = new TreeSet<>(event.keySet());
    unknown.removeAll(FIELDS);
    if (!unknown.isEmpty()) {
      throw WrongValue.of("\"fields\"", unknown, new TreeSet<>(FIELDS));
    }
    Object listing = event.getOrDefault("listing", "");
    List<String> names = listings.stream().map(Listing::name).toList();
    if (!(listing instanceof String name) || !names.contains(name)) {
      throw WrongValue.of("\"listing\"", listing, names);
    }
    if (!(event.getOrDefault("keys", false) instanceof Boolean keys)) {
      throw WrongValue.of("\"keys\"", event.get("keys"), "true, false");
    }
    return new RedriveRequest(name, keys);
  }
}
