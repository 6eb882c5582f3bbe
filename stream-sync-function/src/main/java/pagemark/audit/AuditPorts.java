package pagemark.audit;

import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;
import pagemark.entry.Bytes;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.Sleeper;
import pagemark.repair.VerifiedRepair;
import pagemark.state.Generation;
import pagemark.table.TableItems;
import pagemark.table.TableScan;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The services that an [Audit] works with.
///
/// @param scan reads the table of the audited generation
/// @param repair reads single items of the same table, and looks up registers of the index. It
///   writes only if the audit repairs
/// @param random chooses samples
public record AuditPorts(
    Inspector inspector,
    Markers markers,
    TableScan scan,
    VerifiedRepair repair,
    Sleeper sleeper,
    RandomGenerator random) {
  /// A copy with another sleeper.
  public AuditPorts with(Sleeper other) {
    return new AuditPorts(inspector, markers, scan, repair, other, random);
  }

  PageIndexWriter index() {
    return repair.index();
  }

  TableItems items() {
    return repair.table();
  }

  InstantSource clock() {
    return repair.clock();
  }

  /// Where the item belongs in the index. An item that the store cannot hold is poison.
  Indexable indexable(Generation generation, Map<String, AttributeValue> item) {
    Indexable truth = generation.definition().indexable(item);
    return truth instanceof Indexed(var group, var entry)
        ? index()
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

  RetryingLooks looks() {
    return new RetryingLooks(index(), sleeper);
  }
}
