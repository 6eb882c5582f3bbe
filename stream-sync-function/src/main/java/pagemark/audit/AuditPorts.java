package pagemark.audit;

import java.time.InstantSource;
import java.util.Random;
import java.util.random.RandomGenerator;
import pagemark.function.FunctionParts;
import pagemark.function.Sleeper;
import pagemark.index.IndexStore;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.StateTable;
import pagemark.table.ConsistentItems;
import pagemark.table.ConsistentScan;
import pagemark.table.TableItems;
import pagemark.table.TableScan;

/// What an audit works with.
///
/// @param scan of the table of the audited generation
/// @param items of the same table
/// @param random chooses samples
public record AuditPorts(
    Index index,
    TableScan scan,
    TableItems items,
    Quarantine quarantine,
    InstantSource clock,
    Sleeper sleeper,
    RandomGenerator random) {
  /// The index, and the table that `generation` is bound to.
  public static AuditPorts of(FunctionParts parts, Generation generation) {
    IndexStore index = parts.index();
    String table = generation.definition().table();
    return new AuditPorts(
        new Index(index.inspector(), index.markers(), index.writer()),
        ConsistentScan.of(parts.dynamo(), table, generation.definition()),
        new ConsistentItems(parts.dynamo(), table),
        new StateTable(parts.dynamo(), parts.stateTable()),
        parts.clock(),
        Sleeper.THREAD,
        new Random());
  }

  /// @param writer changes nothing unless the audit repairs
  public record Index(Inspector inspector, Markers markers, PageIndexWriter writer) {}

  Looks looks() {
    return new Looks(index.writer(), sleeper);
  }
}
