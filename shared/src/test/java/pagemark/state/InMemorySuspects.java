package pagemark.state;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Suspects in memory: the oracle for the state table, and a working implementation for tests of
/// the functions.
public final class InMemorySuspects implements Suspects {
  private record Id(String listing, String id) {}

  private final Map<Id, Suspect> byId = new LinkedHashMap<>();

  @Override
  public synchronized void file(Suspect suspect) {
    byId.put(id(suspect), suspect);
  }

  @Override
  public synchronized List<Suspect> list(String listing, String id, int max) {
    return byId.values().stream()
        .filter(s -> s.listing().equals(listing) && s.id().compareTo(id) > 0)
        .sorted(Comparator.comparing(Suspect::id))
        .limit(max)
        .toList();
  }

  @Override
  public synchronized void settle(Suspect suspect) {
    Suspect kept = byId.get(id(suspect));
    if (kept != null && kept.seenAt().equals(suspect.seenAt())) {
      byId.remove(id(suspect));
    }
  }

  private static Id id(Suspect suspect) {
    return new Id(suspect.listing(), suspect.id());
  }
}
