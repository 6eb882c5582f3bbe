package pagemark.rebuild;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import pagemark.index.Markers;
import pagemark.repair.Sleeper;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.rebuild.Rebuilds.Plan;

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
    Plan plan = rebuilds.acquire(lease(listing, owner)).plan(Plan.class);
    if (plan != null) {
      rebuilds.end(owner, plan);
      rebuilds.acquire(lease(listing, owner));
    }
    rebuilds.retire(lease(listing, owner));
    List<Generation> retired = generations.retired(listing);
    if (!retired.isEmpty()) {
      sleeper.sleep(settings.readerAgeMax());
    }
    for (Generation generation : retired) {
      rebuilds.renew(lease(listing, owner));
      markers.drop(generation.id());
      generations.remove(listing, generation.id());
    }
    rebuilds.renew(lease(listing, owner).over());
    return retired.stream().map(Generation::id).toList();
  }

  /// There is no plan, so it does not matter when somebody last worked on it.
  private Lease lease(String listing, String owner) {
    return new Lease(listing, owner, clock, Duration.ZERO);
  }
}
