package pagemark.audit;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import pagemark.key.Group;

/// What the scan has found for each group: a [Tally] of the confirmed positions, and whether an
/// entry was missing. Groups are kept by a hash, so that long names take no memory. Two groups with
/// the same hash are compared without need, and nothing worse.
final class Tallies {
  private final Map<Long, Tally> confirmed = new ConcurrentHashMap<>();
  private final Set<Long> doubtful = ConcurrentHashMap.newKeySet();

  void confirm(Group group, Tally tally) {
    confirmed.merge(hash(group), tally, Tally::plus);
  }

  void doubt(Group group) {
    doubtful.add(hash(group));
  }

  Tally confirmed(Group group) {
    return confirmed.getOrDefault(hash(group), Tally.NONE);
  }

  boolean isDoubtful(Group group) {
    return doubtful.contains(hash(group));
  }

  private static long hash(Group group) {
    return Tally.hash(group, 0);
  }
}
