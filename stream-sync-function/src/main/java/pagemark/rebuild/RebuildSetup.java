package pagemark.rebuild;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;
import pagemark.state.rebuild.Rebuilds;
import pagemark.table.TableScan;

/// The services that a [Rebuild] works with.
///
/// @param scan reads the table of the listing
/// @param readAhead reads the next page of a segment while the present one is written
/// @param limits what the index takes of its store, and what it may take
public record RebuildSetup(
    IndexedTable indexed,
    TableScan scan,
    Rebuilds rebuilds,
    RebuildSettings settings,
    Executor readAhead,
    IndexStore.Limits limits) {
  /// The same with other times and limits.
  public RebuildSetup with(RebuildSettings other) {
    return new RebuildSetup(indexed, scan, rebuilds, other, readAhead, limits);
  }

  PageIndexWriter index() {
    return indexed.index();
  }

  InstantSource clock() {
    return indexed.clock();
  }

  /// Whether every slot of the generation is there. Each is marked once, so a lost slot is not
  /// counted.
  boolean isWhole(Generation generation) {
    Markers markers = indexed.markers();
    return markers.count(generation.id()).values().stream().mapToInt(Integer::intValue).sum()
        == markers.slots();
  }
}
