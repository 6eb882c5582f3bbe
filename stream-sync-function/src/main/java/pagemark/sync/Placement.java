package pagemark.sync;

import java.time.Duration;
import java.util.LinkedHashSet;
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
}
