package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.repair.Freshness;
import pagemark.repair.Sleeper;
import pagemark.repair.VerifiedRepair;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.rebuild.Lease;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.Writers;
import pagemark.table.TableScan;

/// The services that a [Rebuild] works with.
///
/// @param repair settles doubtful items, and has the store that rows are written to
/// @param readAhead reads the next page of a segment while the present one is written
public record RebuildSetup(
    TableScan scan,
    VerifiedRepair repair,
    Markers markers,
    Generations generations,
    Rebuilds rebuilds,
    Writers writers,
    RebuildSettings settings,
    Sleeper sleeper,
    Executor readAhead) {
  /// The same with other times and limits.
  public RebuildSetup with(RebuildSettings other) {
    return new RebuildSetup(
        scan, repair, markers, generations, rebuilds, writers, other, sleeper, readAhead);
  }

  PageIndexWriter index() {
    return repair.index();
  }

  Freshness freshness() {
    return repair.freshness();
  }

  InstantSource clock() {
    return repair.clock();
  }

  /// Whether every slot of the generation is there. Each is marked once, so a lost slot is not
  /// counted.
  boolean isWhole(Generation generation) {
    return markers.count(generation.id()).values().stream().mapToInt(Integer::intValue).sum()
        == markers.slots();
  }

  /// A lease that ends after `length`.
  Lease lease(String listing, String owner, Duration length) {
    Instant now = clock().instant();
    return new Lease(listing, owner, now, now.plus(length), now.minus(freshness().leftMax()));
  }
}
