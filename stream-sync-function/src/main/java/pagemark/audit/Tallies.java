package pagemark.audit;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import pagemark.key.Group;

/// What the scan confirmed of each group, by the group's hash, so that long names cost nothing; and
/// the groups where it did not confirm all. A collision only has a group compared in vain.
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
