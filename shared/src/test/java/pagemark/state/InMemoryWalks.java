package pagemark.state;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The positions of walks in memory.
public final class InMemoryWalks implements Walks {
  private final Map<String, WalkPosition> byListing = new ConcurrentHashMap<>();

  @Override
  public Optional<WalkPosition> last(String listing) {
    return Optional.ofNullable(byListing.get(listing));
  }

  @Override
  public void keep(WalkPosition position) {
    byListing.put(position.listing(), position);
  }
}
