package pagemark.audit;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import pagemark.audit.AuditResult.Count;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.index.GroupRef;
import pagemark.listing.Indexable.Indexed;
import pagemark.state.Generation;
import pagemark.sync.IndexCheck;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Damages an index directly in its store: one item for each kind of damage that store and layout
/// allow.
final class PlantedDamage {
  final Map<Count, Long> kinds = new EnumMap<>(Count.class);
  long miscounted;

  private final DamagedStore store;
  private final Generation generation;

  PlantedDamage(DamagedStore store, Generation generation) {
    this.store = store;
    this.generation = generation;
  }

  /// @param item the table's items, by number; items up to 12 are damaged
  void plant(BiFunction<Integer, Map<String, AttributeValue>, Map<String, AttributeValue>> item) {
    Map<String, AttributeValue> none = Map.of();
    plant(Count.MISSING, item.apply(0, none), false, true, true);
    plant(Count.GHOST, item.apply(1, Map.of("PK", fromS("ghost1"))), true, true, true);
    plant(Count.GHOST, item.apply(2, Map.of("PK2", fromS("nowhere else"))), true, true, true);
    Map<String, AttributeValue> later =
        Map.of("SK", fromS("2024-07-01 00:00"), "likes", fromN("5000"));
    boolean once = store.holdsAnItemOnce(generation.definition().positions().layout());
    plant(once ? Count.MISPLACED : Count.GHOST, item.apply(3, later), true, true, true);
    if (!generation.definition().filters().isEmpty()) {
      plantInCells(item);
    }
    miscounted = store.miscount(where(item.apply(0, none))) ? 1 : 0;
  }

  private void plantInCells(
      BiFunction<Integer, Map<String, AttributeValue>, Map<String, AttributeValue>> item) {
    Map<String, AttributeValue> none = Map.of();
    Map<String, AttributeValue> unrated = Map.of("rating", fromN("99"));
    if (store.holdsAllByCell()) {
      plant(Count.MISPLACED, item.apply(9, unrated), true, true, true);
      return;
    }
    plant(Count.MISSING, item.apply(4, none), false, true, false);
    plant(Count.MISSING, item.apply(5, none), false, false, true);
    plant(Count.GHOST, item.apply(6, Map.of("PK", fromS("ghost2"))), true, true, false);
    plant(Count.GHOST, item.apply(7, Map.of("PK", fromS("ghost3"))), true, false, true);
    plant(Count.GHOST, item.apply(12, unrated), true, false, true);
    plant(Count.MISPLACED, item.apply(9, unrated), true, false, true);
    write(item.apply(9, none), false, false, true);
    plant(Count.MISPLACED, item.apply(10, none), false, true, true);
    write(item.apply(10, unrated), true, false, true);
  }

  private void plant(
      Count kind, Map<String, AttributeValue> item, boolean present, boolean all, boolean cell) {
    kinds.merge(kind, 1L, Long::sum);
    write(item, present, all, cell);
  }

  private GroupRef where(Map<String, AttributeValue> item) {
    Indexed where = (Indexed) generation.definition().indexable(new HashMap<>(item));
    return IndexCheck.ref(generation, where.groups().iterator().next().text());
  }

  private void write(Map<String, AttributeValue> item, boolean present, boolean all, boolean cell) {
    Indexed where = (Indexed) generation.definition().indexable(new HashMap<>(item));
    GroupRef group = where(item);
    boolean isCell = !where.entry().cell().isWhole();
    if (all && !(isCell && store.holdsAllByCell())) {
      store.write(group, new Entry(Cell.WHOLE, where.entry().position()), present);
    }
    if (cell && isCell) {
      store.write(group, where.entry(), present);
    }
  }
}
