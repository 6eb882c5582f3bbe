package pagemark.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import pagemark.entry.Bytes;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable.Absent;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.state.Generation;
import pagemark.sync.ChangeReader.Change;
import pagemark.sync.ItemPlan.Placement;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A slice of a batch, reduced to its changes of one generation: one plan for each item, however
/// many records the item has.
///
/// @param items one for each item that is or was in the listing, or that needs a repair
/// @param poisons one for each item whose newest image cannot be indexed
/// @param cured one for each item whose images could not be indexed, and whose newest image can, or
///   is gone
record BatchPlan(List<ItemPlan> items, List<Poison> poisons, List<Poison> cured) {
  /// An item that goes into quarantine, or leaves it.
  ///
  /// @param record the index in the batch of the record that fails if the quarantine does
  /// @param reason names the attribute and its valid values, or the limit of the store; empty if
  ///   the item leaves
  record Poison(int record, Doubt item, String reason) {}

  /// Reduces a slice, without I/O. Uses the generation's own definition, which may differ from the
  /// listing's present one.
  static BatchPlan of(Generation generation, List<Placement> slice, AgeGuard guard) {
    BatchPlan plan = new BatchPlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<Map<String, AttributeValue>, List<Placement>> byItem = new LinkedHashMap<>();
    slice.forEach(
        record ->
            byItem.computeIfAbsent(record.change().key(), k -> new ArrayList<>()).add(record));
    byItem.forEach(
        (key, records) -> {
          try {
            Bytes item = itemKey(generation.definition(), key);
            plan.add(ItemPlan.of(generation, item, records, guard));
          } catch (UnfitException e) {
            plan.addUnfit(generation, records, e);
          }
        });
    return plan;
  }

  /// @throws UnfitException if the record's key attributes are not those that the listing declares;
  ///   two items could share a register otherwise
  private static Bytes itemKey(IndexDefinition definition, Map<String, AttributeValue> key)
      throws UnfitException {
    Set<String> declared =
        definition.positions().key().stream().map(KeyAttribute::name).collect(Collectors.toSet());
    if (!key.keySet().equals(declared)) {
      throw new UnfitException(
          "the listing's key must be the table's, " + new TreeSet<>(key.keySet()));
    }
    return definition.positions().itemKey(key);
  }

  private void add(ItemPlan item) {
    String reason = item.poison();
    if (reason != null) {
      poisons.add(new Poison(item.newest.number(), item.doubt(Set.of()), reason));
    }
    if (item.isCured()) {
      cured.add(new Poison(item.firstRecord, item.doubt(Set.of()), ""));
    }
    if (item.needsWork()) {
      items.add(item);
    }
  }

  /// Adds an item that has no register, because its key is not the listing's. It is not in the
  /// index and never was.
  private void addUnfit(Generation generation, List<Placement> records, UnfitException e) {
    for (Placement record : records) {
      Change change = record.change();
      Doubt item = new Doubt(generation, change.key(), Map.of(), true, change.sequence());
      if (!(record.after() instanceof Absent)) {
        poisons.add(new Poison(change.number(), item, e.reason()));
      } else if (!(record.before() instanceof Absent)) {
        cured.add(new Poison(change.number(), item, ""));
      }
    }
  }

  /// Decides which records are young enough to be applied from their images. Fences expire after a
  /// day or two; an older record could undo a newer change whose fence is gone. Such a record only
  /// makes its item doubtful, and a repair settles the item.
  ///
  /// @param now the time by the function's clock
  record AgeGuard(Freshness freshness, Instant now) {
    /// Whether the fence of anything newer than the record would still exist in `generation`.
    boolean isProof(Change change, Generation generation) {
      return change.proof() == Change.Proof.IMAGES
          && !change.createdAt().isBefore(now.minus(freshness.recordAgeMax()))
          && !change.createdAt().isBefore(generation.birth().plus(freshness.margin()));
    }

    /// The time by the store's clock after which the store refuses an op made from the record.
    Instant notAfter(Change change) {
      return change.createdAt().plus(freshness.recordAgeMax()).plus(freshness.margin());
    }
  }
}
