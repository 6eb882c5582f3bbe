package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import pagemark.function.FunctionParts;
import pagemark.function.Sleeper;
import pagemark.index.IndexSettings;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.IndexDefinition;
import pagemark.repair.Freshness;
import pagemark.repair.VerifiedRepair;
import pagemark.state.Generations;
import pagemark.state.Quarantine;
import pagemark.state.StateTable;
import pagemark.state.rebuild.Lease;
import pagemark.state.rebuild.RebuildItems;
import pagemark.state.rebuild.Rebuilds;
import pagemark.state.writer.WriterItems;
import pagemark.state.writer.Writers;
import pagemark.table.ConsistentItems;
import pagemark.table.ConsistentScan;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The services that a [Rebuild] works with.
///
/// @param readAhead reads the next page of a segment while the present one is written
public record RebuildSetup(
    TableScan scan,
    TableItems items,
    PageIndexWriter index,
    Markers markers,
    Generations generations,
    Rebuilds rebuilds,
    Writers writers,
    Quarantine quarantine,
    Freshness freshness,
    RebuildSettings settings,
    InstantSource clock,
    Sleeper sleeper,
    Executor readAhead) {
  /// The setup on real servers.
  ///
  /// @param definition names the attributes that the scan reads
  /// @throws IllegalArgumentException if the index's fences expire too early
  public static RebuildSetup of(
      FunctionParts parts, IndexDefinition definition, Executor readAhead) {
    DynamoDbClient dynamo = parts.dynamo();
    StateTable state = new StateTable(dynamo, parts.stateTable());
    return new RebuildSetup(
        ConsistentScan.of(dynamo, parts.table(), definition),
        new ConsistentItems(dynamo, parts.table()),
        parts.index().writer(),
        parts.index().markers(),
        state,
        new RebuildItems(dynamo, parts.stateTable()),
        new WriterItems(dynamo, parts.stateTable()),
        state,
        Freshness.DEFAULT.with(IndexSettings.DEFAULT),
        RebuildSettings.DEFAULT,
        parts.clock(),
        Sleeper.THREAD,
        readAhead);
  }

  /// Refuses to build an index that can lose entries in silence.
  ///
  /// @throws UnsafeIndexException with a message that says what to change
  void requireSafe() {
    List<String> dangers = markers.dangers();
    if (!dangers.isEmpty()) {
      throw new UnsafeIndexException("the index is not built: " + String.join("; ", dangers));
    }
  }

  /// A lease that ends after `length`.
  Lease lease(String listing, String owner, Duration length) {
    Instant now = clock.instant();
    return new Lease(listing, owner, now, now.plus(length), now.minus(freshness.leftMax()));
  }

  VerifiedRepair repair() {
    return new VerifiedRepair(items, index, freshness.lease());
  }
}
