package pagemark.state;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Caches the live generations of each listing for up to 5 seconds, so that most requests and
/// batches need no read of `pagemark-state`.
///
/// Others rely on that bound: a rebuild waits until every writer has noted the new generation, and
/// six seconds more before it drops an old one, which readers may still use.
public final class CachedGenerations {
  private static final Duration AGE_MAX = Duration.ofSeconds(5);

  private record Known(List<Generation> live, Instant readAt) {}

  private final Generations generations;
  private final InstantSource clock;
  private final Map<String, Known> byListing = new ConcurrentHashMap<>();

  public CachedGenerations(Generations generations, InstantSource clock) {
    this.generations = generations;
    this.clock = clock;
  }

  /// The live generations of `listing`, at most 5 seconds old.
  public List<Generation> live(String listing) {
    Known known = byListing.get(listing);
    return known == null || known.readAt().isBefore(clock.instant().minus(AGE_MAX))
        ? refreshed(listing)
        : known.live();
  }

  /// Marks a generation like [Generations#mark], and drops the listing from the cache.
  public void mark(String listing, String id, Inexact mark) {
    generations.mark(listing, id, mark);
    byListing.remove(listing);
  }

  /// The time by the clock of the cache.
  public Instant now() {
    return clock.instant();
  }

  /// Reads the live generations of `listing` and caches them.
  public List<Generation> refreshed(String listing) {
    Instant readAt = clock.instant();
    List<Generation> live = List.copyOf(generations.live(listing));
    byListing.put(listing, new Known(live, readAt));
    return live;
  }
}
