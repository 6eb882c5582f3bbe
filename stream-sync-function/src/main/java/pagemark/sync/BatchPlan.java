package pagemark.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import pagemark.key.Bytes;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Poison;
import pagemark.state.Generation;
import pagemark.state.QuarantinedItem;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A slice of a batch, reduced to its changes of one generation: one plan for each item, however
/// many records the item has.
///
/// @param plans one for each item that is or was in the listing, or that needs a repair
/// @param poisons one for each item whose newest image cannot be indexed
record BatchPlan(List<ItemPlan> plans, List<PoisonRecord> poisons) {
  /// A record whose new image cannot be indexed.
  ///
  /// @param reason names the attribute and its valid values
  record PoisonRecord(String listing, Change change, String reason) {
    QuarantinedItem item(Instant seenAt) {
      return new QuarantinedItem(listing, change.key(), change.sequence(), reason, seenAt);
    }
  }

  /// Reduces a slice, without I/O. Uses the generation's own definition, which may differ from the
  /// listing's present one.
  static BatchPlan of(Generation generation, List<Change> slice, AgeGuard guard) {
    BatchPlan reduction = new BatchPlan(new ArrayList<>(), new ArrayList<>());
    Map<Map<String, AttributeValue>, ItemHistory> items = new LinkedHashMap<>();
    for (Change change : slice) {
      try {
        Bytes itemKey = itemKey(generation.definition(), change);
        items
            .computeIfAbsent(change.key(), key -> new ItemHistory(generation, itemKey, change))
            .add(change);
      } catch (UnfitException e) {
        reduction.addUnfit(generation, change, e);
      }
    }
    items.values().forEach(history -> reduction.add(generation, history, guard));
    return reduction;
  }

  /// @throws UnfitException if the record's key attributes are not those that the listing declares;
  ///   two items could share a register otherwise
  private static Bytes itemKey(IndexDefinition definition, Change change) throws UnfitException {
    Set<String> declared =
        definition.positions().key().stream().map(KeyAttribute::name).collect(Collectors.toSet());
    if (!change.key().keySet().equals(declared)) {
      throw new UnfitException(
          "the listing's key must be the table's, " + new TreeSet<>(change.key().keySet()));
    }
    return definition.positions().itemKey(change.key());
  }

  /// Adds an item that has no register, because its key is not the listing's. It is not in the
  /// index and never was.
  private void addUnfit(Generation generation, Change change, UnfitException e) {
    if (!(generation.definition().indexable(change.newImage()) instanceof Absent)) {
      poisons.add(new PoisonRecord(generation.listing(), change, e.reason()));
    }
  }

  private void add(Generation generation, ItemHistory history, AgeGuard guard) {
    if (!history.concernsListing()) {
      return;
    }
    ItemPlan plan = history.plan(guard);
    if (plan.isProof() && history.now() instanceof Poison(var reason)) {
      poisons.add(new PoisonRecord(generation.listing(), history.newest(), reason));
    }
    if (!plan.isProof() || plan.arrival() != null || !plan.departures().isEmpty()) {
      plans.add(plan);
    }
  }
}
