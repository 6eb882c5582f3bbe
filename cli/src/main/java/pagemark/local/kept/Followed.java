package pagemark.local.kept;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// How far the index has followed the table.
///
/// @param until for each listing, the time up to which its index holds all writes to the table
/// @param distrusted the generations that were once left behind for too long
record Followed(Map<String, Instant> until, Set<String> distrusted) {
  static final Followed NEVER = new Followed(Map.of(), Set.of());

  Followed {
    until = Map.copyOf(until);
    distrusted = Set.copyOf(distrusted);
  }

  Followed andUntil(Set<String> listings, Instant instant) {
    Map<String, Instant> later = new HashMap<>(until);
    listings.forEach(listing -> later.put(listing, instant));
    return new Followed(later, distrusted);
  }

  Followed andDistrusted(Set<String> generations) {
    Set<String> more = new HashSet<>(distrusted);
    more.addAll(generations);
    return new Followed(until, more);
  }
}
