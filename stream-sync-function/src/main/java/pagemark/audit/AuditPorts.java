package pagemark.audit;

import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import pagemark.function.FunctionParts;
import pagemark.function.Sleeper;
import pagemark.index.IndexStore;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.key.Bytes;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.StateTable;
import pagemark.table.ConsistentItems;
import pagemark.table.ConsistentScan;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The services that an [Audit] works with.
///
/// @param scan reads the table of the audited generation
/// @param items reads single items of the same table
/// @param random chooses samples
public record AuditPorts(
    Index index,
    TableScan scan,
    TableItems items,
    Quarantine quarantine,
    InstantSource clock,
    Sleeper sleeper,
    RandomGenerator random) {
  /// The services for the audit of `generation` and the table in its definition.
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

  /// The parts of the store.
  ///
  /// @param writer looks up registers; writes only if the audit repairs
  public record Index(Inspector inspector, Markers markers, PageIndexWriter writer) {}

  /// The item's place in the index. An item that the store cannot hold is poison.
  Indexable indexable(Generation generation, Map<String, AttributeValue> item) {
    Indexable truth = generation.definition().indexable(item);
    return truth instanceof Indexed(var group, var entry)
        ? index
            .writer()
            .refusal(generation.group(group), itemKey(generation, item), entry)
            .<Indexable>map(Poison::new)
            .orElse(truth)
        : truth;
  }

  private static Bytes itemKey(Generation generation, Map<String, AttributeValue> indexed) {
    try {
      return generation.definition().positions().itemKey(indexed);
    } catch (UnfitException e) {
      throw new IllegalStateException("an item that fits has no key", e);
    }
  }

  Looks looks() {
    return new Looks(index.writer(), sleeper);
  }
}
