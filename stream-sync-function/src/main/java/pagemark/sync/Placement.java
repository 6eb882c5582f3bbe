package pagemark.sync;

import java.util.LinkedHashSet;
import java.util.Set;
import pagemark.entry.Group;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;

/// Where a change has its item in one generation, before and after.
record Placement(Change change, Indexable before, Indexable after) {
  static Placement of(IndexedTable table, Generation generation, Change change) {
    return new Placement(
        change,
        table.indexable(generation, change.oldImage()),
        table.indexable(generation, change.newImage()));
  }

  /// In how many groups the item has come, gone or moved.
  int changedGroups() {
    if (before.equals(after)) {
      return 0;
    }
    Set<Group> changed = new LinkedHashSet<>(before.groupsOf());
    changed.addAll(after.groupsOf());
    if (before instanceof Indexed(_, var from)
        && after instanceof Indexed(_, var to)
        && from.equals(to)) {
      changed.removeIf(
          group -> before.groupsOf().contains(group) && after.groupsOf().contains(group));
    }
    return changed.size();
  }
}
