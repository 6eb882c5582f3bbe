package pagemark.sync;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;

/// Cuts a batch into slices, in the order of its records. A slice has at most 500 records, which
/// keeps an item's op with all its old entries small enough for one call to a store. And it ends
/// with the record that makes 2,000 entries come, go or move, over all generations: the slice must
/// end within one invocation, else a batch would begin with the same records for ever.
final class Slices {
  static final int RECORDS_MAX = 500;
  static final int ENTRIES_MAX = 2_000;

  private final IndexedTable table;
  private final List<Generation> generations;
  private final List<Change> changes;
  private int next;

  Slices(IndexedTable table, List<Generation> generations, List<Change> changes) {
    this.table = table;
    this.generations = generations;
    this.changes = changes;
  }

  boolean hasNext() {
    return next < changes.size();
  }

  /// The next slice: what its records say of their items in each generation.
  Map<Generation, List<Placement>> next() {
    Map<Generation, List<Placement>> slice = new LinkedHashMap<>();
    generations.forEach(generation -> slice.put(generation, new ArrayList<>()));
    int end = Math.min(next + RECORDS_MAX, changes.size());
    int entries = 0;
    while (next < end && entries < ENTRIES_MAX) {
      Change change = changes.get(next++);
      for (Map.Entry<Generation, List<Placement>> of : slice.entrySet()) {
        Placement placement = Placement.of(table, of.getKey(), change);
        entries += placement.changedGroups();
        of.getValue().add(placement);
      }
    }
    return slice;
  }
}
