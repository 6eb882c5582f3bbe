package pagemark.sync;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.entry.Group;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;

/// Where a change has its item in one generation, before and after.
///
/// @param wasExpired whether the item had expired before: a sweep may have removed it from where
///   the old image says it was
/// @param isExpired whether it has expired by now, so that it should not come where the new image
///   says it is
record Placement(
    Change change, Indexable before, Indexable after, boolean wasExpired, boolean isExpired) {
  static Placement of(IndexedTable table, Generation generation, Change change) {
    return new Placement(
        change,
        table.indexable(generation, change.oldImage()),
        table.indexable(generation, change.newImage()),
        table.hasExpired(generation, change.oldImage(), Duration.ZERO),
        table.hasExpired(generation, change.newImage(), Duration.ZERO));
  }

  /// In how many groups the item has come, gone or moved.
  int changedGroups() {
    Set<Group> changed = new LinkedHashSet<>(before.groupsOf());
    changed.addAll(after.groupsOf());
    if (!wasExpired
        && before instanceof Indexed(_, var from)
        && after instanceof Indexed(_, var to)
        && from.equals(to)) {
      changed.removeIf(
          group -> before.groupsOf().contains(group) && after.groupsOf().contains(group));
    }
    return changed.size();
  }

  /// Cuts a batch into slices, in the order of its records. A slice has at most 500 records, which
  /// keeps an item's op with all its old entries small enough for one call to a store. And it ends
  /// with the record that makes 2,000 entries come, go or move, over all generations: the slice
  /// must end within one invocation, else a batch would begin with the same records for ever.
  static final class Slices {
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
}
