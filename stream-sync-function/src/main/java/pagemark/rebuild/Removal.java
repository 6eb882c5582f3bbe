package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import pagemark.index.Markers;
import pagemark.repair.Sleeper;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.RebuildJob.Lease;
import pagemark.state.rebuild.Rebuilds;

/// Removes the index of a listing. It can be called again after any failure.
///
/// 1. It takes the lease of the listing's rebuilds, so that none runs meanwhile. What a stopped
///    rebuild has left is given up.
/// 2. It retires all generations, and waits until no reader and no writer uses them. Pages then
///    come without an index, as before the first rebuild.
/// 3. It removes the data of each generation, and then the generation.
///
/// @param sleeper waits for readers and writers
public record Removal(
    Markers markers,
    Generations generations,
    Rebuilds rebuilds,
    RebuildSettings settings,
    Sleeper sleeper,
    InstantSource clock) {

  /// @param owner takes the lease
  /// @return the ids of the generations that were removed
  /// @throws pagemark.state.RebuildHeldException if another owner rebuilds the listing
  /// @throws pagemark.state.rebuild.RebuildLostException if another owner has taken over
  public List<String> remove(String listing, String owner) {
    RebuildJob job = rebuilds.acquire(lease(listing, owner, RebuildSettings.LEASE));
    if (job.plan() != null) {
      rebuilds.end(listing, owner, job.plan());
      rebuilds.acquire(lease(listing, owner, RebuildSettings.LEASE));
    }
    rebuilds.retire(lease(listing, owner, RebuildSettings.LEASE));
    List<Generation> retired = generations.retired(listing);
    if (!retired.isEmpty()) {
      sleeper.sleep(settings.readerAgeMax());
    }
    for (Generation generation : retired) {
      rebuilds.renew(lease(listing, owner, RebuildSettings.LEASE));
      markers.drop(generation.id());
      generations.remove(listing, generation.id());
    }
    rebuilds.renew(lease(listing, owner, Duration.ofMillis(-1)));
    return retired.stream().map(Generation::id).toList();
  }

  /// There is no plan, so it does not matter since when somebody worked on it.
  private Lease lease(String listing, String owner, Duration length) {
    Instant now = clock.instant();
    return new Lease(listing, owner, now, now.plus(length), Instant.EPOCH);
  }
}
