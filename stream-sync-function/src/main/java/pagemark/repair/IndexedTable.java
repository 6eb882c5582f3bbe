package pagemark.repair;

import java.time.InstantSource;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Quarantine;
import pagemark.state.writer.Writers;
import pagemark.table.TableItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table, its index, and what `pagemark-state` notes of both. Everything that keeps an index
/// equal to its table works with them: the stream's function, rebuilds, audits and repairs.
///
/// @param items reads single items of the table
/// @param index the store that changes are written to
/// @param markers the slots of the same store
/// @param generations the generations of the index
/// @param writers the notes of those who write to the index
/// @param quarantine the items that cannot be indexed
/// @param freshness how long a record or a read counts as proof; the index must keep its fences
///   longer
public record IndexedTable(
    TableItems items,
    PageIndexWriter index,
    Markers markers,
    Generations generations,
    Writers writers,
    Quarantine quarantine,
    Freshness freshness,
    InstantSource clock,
    Sleeper sleeper) {
  /// The repair of doubtful items.
  public VerifiedRepair repair() {
    return new VerifiedRepair(this);
  }

  /// Where an item belongs in the index. If the store cannot hold one of its entries, the item is
  /// poison as a whole.
  public Indexable indexable(Generation generation, Map<String, AttributeValue> item) {
    Indexable truth = generation.definition().indexable(item);
    if (!(truth instanceof Indexed(var groups, var entry))) {
      return truth;
    }
    Bytes key = generation.definition().positions().itemKey(entry.position());
    return groups.stream()
        .flatMap(group -> index.refusal(generation.group(group), key, entry).stream())
        .findFirst()
        .<Indexable>map(Poison::new)
        .orElse(truth);
  }

  /// The same with another sleeper.
  public IndexedTable with(Sleeper other) {
    return new IndexedTable(
        items, index, markers, generations, writers, quarantine, freshness, clock, other);
  }
}
