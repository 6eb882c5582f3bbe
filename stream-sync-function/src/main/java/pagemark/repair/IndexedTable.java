package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Expiry;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
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
  /// How far the clocks of two writers are apart at most. One whose clock is behind takes for
  /// present what has expired for others.
  static final Duration CLOCKS_DIFFER_MAX = Duration.ofSeconds(10);

  /// When two sweeps have looked at what expires.
  private static final Duration SWEPT_AFTER =
      CLOCKS_DIFFER_MAX.multipliedBy(2).plus(Duration.ofMinutes(2));

  /// The repair of doubtful items.
  public VerifiedRepair repair() {
    return new VerifiedRepair(this, this::present);
  }

  /// The repair that removes from orders by expiry what was due by then.
  VerifiedRepair repairOfDue(Instant until) {
    return new VerifiedRepair(
        this,
        (order, item) ->
            Expiry.isOver(order.definition().due(), item, until)
                ? new Absent()
                : indexable(order, item));
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

  /// Where an item belongs in the index now: nowhere if it has expired by the clocks of all.
  public Indexable present(Generation generation, Map<String, AttributeValue> item) {
    return isOver(generation, item) ? new Absent() : indexable(generation, item);
  }

  /// Whether an item has expired by the clocks of all.
  public boolean isOver(Generation generation, Map<String, AttributeValue> item) {
    return hasExpired(generation, item, CLOCKS_DIFFER_MAX);
  }

  /// Where an item belongs by the time an audit looks: what has expired since the last sweep but
  /// one may still be there ([#mayLack]).
  public Indexable audited(Generation generation, Map<String, AttributeValue> item) {
    return hasExpired(generation, item, SWEPT_AFTER) ? new Absent() : indexable(generation, item);
  }

  /// Whether an item that an audit expects may be absent: a sweep removes it, or has done so.
  public boolean mayLack(Generation generation, Map<String, AttributeValue> item) {
    IndexDefinition definition = generation.definition();
    return definition.isOrderByExpiry()
        ? Expiry.isOver(definition.due(), item, clock.instant())
        : hasExpired(generation, item, Duration.ZERO);
  }

  /// Whether an item had expired some time ago.
  public boolean hasExpired(Generation generation, Map<String, AttributeValue> item, Duration ago) {
    return generation.definition().isExpired(item, clock.instant().minus(ago));
  }

  /// The same with another sleeper.
  public IndexedTable with(Sleeper other) {
    return new IndexedTable(
        items, index, markers, generations, writers, quarantine, freshness, clock, other);
  }

  /// How long a record, a scanned row, or a repair's read counts as proof.
  ///
  /// An old record may arrive after a newer one of the same item whose fence has expired. So
  /// anything is applied only while it is younger than the shortest life of a fence. Whatever is
  /// older is only a reason to read the item from the table. The index must keep its fences for
  /// longer ([pagemark.index.IndexSettings#fencePeriod]).
  ///
  /// @param recordAgeMax an older record is never applied from its image, nor a row that waits to
  ///   be sorted
  /// @param margin the largest error of clocks and of records' times. Records are stamped to the
  ///   second, by DynamoDB Local to the minute
  /// @param lease how long after it was read a row may be applied that does not wait
  public record Freshness(Duration recordAgeMax, Duration margin, Duration lease) {
    /// How long DynamoDB keeps a record in a stream.
    public static final Duration RECORDS_KEPT = Duration.ofHours(24);

    public static final Freshness DEFAULT =
        new Freshness(Duration.ofHours(12), Duration.ofMinutes(2), Duration.ofMinutes(10));

    /// How long a rebuild may be stopped before it must begin anew: at most half the time that a
    /// stream keeps records. If the stream's function was stopped as well, the other half is left
    /// to read the records since. Their fences live longer.
    public Duration leftMax() {
      Duration half = RECORDS_KEPT.dividedBy(2);
      return recordAgeMax.compareTo(half) < 0 ? recordAgeMax : half;
    }
  }
}
