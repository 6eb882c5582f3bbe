package pagemark.sync;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Op;
import pagemark.key.Bytes;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.Doubt;
import pagemark.state.Generation;
import pagemark.sync.ItemPlan.GroupOp;

/// Collects what the records of a slice say about one item. The newest record says where the item
/// is; it is no longer in any other place that a record names. So the order of the records does not
/// matter, and an item that moves from A to B and back to A costs as much as its last move.
final class ItemHistory {
  private final Generation generation;
  private final Bytes item;
  private final int firstRecord;
  private final Map<Group, Set<Entry>> seen = new LinkedHashMap<>();
  private Change newest;
  private Indexable now = new Absent();

  /// @param item the item key within a group; items of different groups may share it
  ItemHistory(Generation generation, Bytes item, Change first) {
    this.generation = generation;
    this.item = item;
    this.firstRecord = first.number();
    this.newest = first;
  }

  void add(Change change) {
    Indexable after = generation.definition().indexable(change.newImage());
    see(generation.definition().indexable(change.oldImage()));
    see(after);
    if (change.sequence().compareTo(newest.sequence()) >= 0) {
      newest = change;
      now = after;
    }
  }

  private void see(Indexable image) {
    if (image instanceof Indexed(var group, var entry)) {
      seen.computeIfAbsent(group, g -> new LinkedHashSet<>()).add(entry);
    }
  }

  Change newest() {
    return newest;
  }

  Indexable now() {
    return now;
  }

  /// Whether any record has the item in the listing, or would if it were not poison.
  boolean concernsListing() {
    return !seen.isEmpty() || now instanceof Poison;
  }

  /// The doubt that a repair settles. A repair raises the fence to the newest record's number.
  Doubt doubt() {
    return new Doubt(generation, newest.key(), seen, newest.sequence());
  }

  ItemPlan plan(AgeGuard guard) {
    if (!guard.isProof(newest, generation)) {
      return ItemPlan.ofOldRecords(firstRecord, doubt());
    }
    GroupOp arrival = null;
    List<GroupOp> departures = new ArrayList<>();
    for (Group group : seen.keySet()) {
      if (now instanceof Indexed(var here, var entry) && here.equals(group)) {
        arrival = op(group, entry);
      } else {
        departures.add(op(group, null));
      }
    }
    return new ItemPlan(firstRecord, arrival, departures, guard.notAfter(newest), doubt(), true);
  }

  private GroupOp op(Group group, @Nullable Entry entry) {
    Set<Entry> olds = new LinkedHashSet<>(seen.getOrDefault(group, Set.of()));
    if (entry != null) {
      olds.remove(entry);
    }
    return new GroupOp(generation.group(group), new Op(item, newest.sequence(), entry, olds));
  }
}
