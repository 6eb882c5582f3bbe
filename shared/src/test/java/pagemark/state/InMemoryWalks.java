package pagemark.state;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps the progress of walks in memory.
public final class InMemoryWalks implements Walks {
  private final Map<String, WalkProgress> byListing = new ConcurrentHashMap<>();

  @Override
  public Optional<WalkProgress> last(String listing) {
    return Optional.ofNullable(byListing.get(listing));
  }

  @Override
  public void keep(WalkProgress progress) {
    byListing.put(progress.listing(), progress);
  }
}
