package pagemark.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.IndexedTable;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.state.Generation;
import pagemark.sync.BatchPlan.AgeGuard;
import pagemark.sync.ChangeReader.Change;

/// What the records of a slice say about one item in one generation, and the ops that follow.
///
/// The newest record says where the item is. It is no longer anywhere else that a record names:
/// each such place gets the number of the last record that names it. So the order of the records
/// does not matter, and an item that moves from A to B and back to A costs as much as its last
/// move.
///
/// In a group in which all images of all records have the same entry, nothing has happened that the
/// index would tell, and there is no op. The entry came with an earlier record, or with a rebuild.
/// An old image that has expired tells nothing of that kind: a sweep may have removed its entry.
final class ItemPlan {
  final Generation generation;
  private final Bytes item;

  /// Index in the batch of the item's first record.
  final int firstRecord;

  /// The entries that the records name, for each group.
  private final Map<Group, Set<Entry>> seen = new LinkedHashMap<>();

  /// The numbers of the last records that name the entries' places.
  private final Map<Group, Map<Position, Sequence>> numbers = new HashMap<>();

  /// How many images there are, and how many of them have the item in each group, unless expired.
  private int images;

  private final Map<Group, Integer> present = new HashMap<>();

  /// Whether a record says that the item was poison before.
  private boolean wasPoison;

  Change newest;
  private Indexable now = new Absent();

  /// Whether the newest image has expired.
  private boolean isExpired;

  /// Whether a record lacks an image.
  private boolean isUnreadable;

  private @Nullable Instant notAfter;

  private ItemPlan(Generation generation, Bytes item, Change first) {
    this.generation = generation;
    this.item = item;
    this.firstRecord = first.number();
    this.newest = first;
  }

  /// @param item the item key within a group; items of different groups may share it
  /// @param records all records of the item in the slice, at least one
  static ItemPlan of(Generation generation, Bytes item, List<Placement> records, AgeGuard guard) {
    ItemPlan plan = new ItemPlan(generation, item, records.getFirst().change());
    records.forEach(plan::add);
    boolean isProof =
        guard.isProof(plan.newest, generation) && !plan.isExpired && !plan.isUnreadable;
    plan.notAfter = isProof ? guard.notAfter(plan.newest) : null;
    return plan;
  }

  private void add(Placement placement) {
    Change change = placement.change();
    wasPoison |= placement.before() instanceof Poison;
    isUnreadable |= change.proof() == Change.Proof.UNREADABLE;
    see(placement.before(), !placement.wasExpired(), change.sequence());
    see(placement.after(), true, change.sequence());
    if (change.sequence().compareTo(newest.sequence()) >= 0) {
      newest = change;
      now = placement.after();
      isExpired = placement.isExpired();
    }
  }

  /// @param isKept whether the entry is still in the index, if nobody but the stream changes it
  private void see(Indexable image, boolean isKept, Sequence sequence) {
    images++;
    if (image instanceof Indexed(var groups, var entry)) {
      groups.forEach(group -> see(group, entry, sequence));
      groups.forEach(group -> present.merge(group, isKept ? 1 : 0, Integer::sum));
    }
  }

  private void see(Group group, Entry entry, Sequence sequence) {
    seen.computeIfAbsent(group, _ -> new LinkedHashSet<>()).add(entry);
    numbers
        .computeIfAbsent(group, _ -> new HashMap<>())
        .merge(entry.position(), sequence, BinaryOperator.maxBy(Comparator.naturalOrder()));
  }

  /// Whether the item has had the same entry in a group all the time.
  private boolean isStill(Group group) {
    return present.getOrDefault(group, 0) == images
        && seen.getOrDefault(group, Set.of()).size() == 1;
  }

  /// Whether anything must be written or repaired. Nothing must if no record has the item in the
  /// listing. Old records of poison need a repair, because the table may have something else now,
  /// and so do records that lack an image.
  boolean needsWork() {
    return !seen.isEmpty() || isUnreadable || (!isProof() && now instanceof Poison);
  }

  /// Whether the records prove where the item is. If they are too old, or the item has expired by
  /// now, they only make it doubtful, and there are no ops. A late record must neither bring back
  /// what a sweep has removed, nor remove what a newer record has renewed.
  boolean isProof() {
    return notAfter != null;
  }

  /// Why the item cannot be indexed; null if it can, or if the records prove nothing.
  @Nullable String poison() {
    return isProof() && now instanceof Poison(var reason) ? reason : null;
  }

  /// Whether the records prove that the item was poison and is not any more.
  boolean isCured() {
    return isProof() && wasPoison && !(now instanceof Poison);
  }

  /// The time by the store's clock after which the store refuses the ops.
  Instant notAfter() {
    return notAfter == null ? Instant.MIN : notAfter;
  }

  /// Whether the item is in a group now.
  boolean isListed() {
    return now instanceof Indexed;
  }

  /// The ops that are sent first, for each group: those that put the item where it is now. If it is
  /// in no group now, those that remove it.
  Map<Group, Op> firstWave() {
    return ops(isListed());
  }

  /// The ops that are sent after the first wave is acknowledged: an item that moves is in both
  /// groups for a moment, never in none.
  Map<Group, Op> secondWave() {
    return isListed() ? ops(false) : Map.of();
  }

  private Map<Group, Op> ops(boolean arrives) {
    Map<Group, Op> ops = new LinkedHashMap<>();
    if (isProof()) {
      seen.keySet().stream()
          .filter(group -> isIn(group) == arrives && !isStill(group))
          .forEach(group -> ops.put(group, op(group)));
    }
    return ops;
  }

  private boolean isIn(Group group) {
    return now.groupsOf().contains(group);
  }

  private Op op(Group group) {
    Entry entry =
        now instanceof Indexed(var here, var there) && here.contains(group) ? there : null;
    Set<Entry> olds = new LinkedHashSet<>(seen.getOrDefault(group, Set.of()));
    if (entry != null) {
      olds.remove(entry);
    }
    Map<Position, Sequence> earlier = new HashMap<>(numbers.getOrDefault(group, Map.of()));
    earlier.values().removeIf(newest.sequence()::equals);
    return new Op(item, new Rule.Newer(newest.sequence(), earlier), entry, olds);
  }

  /// The doubt that a repair settles. A repair raises the fence to the newest record's number.
  ///
  /// The item must be in all of its groups before it departs from one, so the repair looks at them
  /// too.
  ///
  /// @param groups those that are in doubt; none if the item may be wrong in any
  Doubt doubt(Set<Group> groups) {
    Map<Group, Set<Entry>> doubted = new LinkedHashMap<>(seen);
    if (!groups.isEmpty()) {
      doubted.keySet().retainAll(groups);
    }
    return new Doubt(generation, newest.key(), doubted, true, newest.sequence());
  }

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

    /// Cuts a batch into slices, in the order of its records. A slice has at most 500 records,
    /// which keeps an item's op with all its old entries small enough for one call to a store. And
    /// it ends with the record that makes 2,000 entries come, go or move, over all generations: the
    /// slice must end within one invocation, else a batch would begin with the same records for
    /// ever.
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
}
