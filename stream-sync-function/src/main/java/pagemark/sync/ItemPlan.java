package pagemark.sync;

import java.time.Instant;
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
import pagemark.index.PageIndexWriter;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.Doubt;
import pagemark.state.Generation;

/// What the records of a slice say about one item in one generation, and the ops that follow.
///
/// The newest record says where the item is. It is no longer anywhere else that a record names:
/// each such place gets the number of the last record that names it. So the order of the records
/// does not matter, and an item that moves from A to B and back to A costs as much as its last
/// move.
///
/// If all images of all records have the item at one place, nothing has happened that the index
/// would tell, and there are no ops. The entry came with an earlier record, or with a rebuild.
final class ItemPlan {
  private final Generation generation;
  private final Bytes item;
  private final int firstRecord;

  /// The entries that the records name, for each group.
  private final Map<Group, Set<Entry>> seen = new LinkedHashMap<>();

  /// The numbers of the last records that name the entries' places.
  private final Map<Group, Map<Position, Sequence>> numbers = new HashMap<>();

  /// The first image of the slice, and whether another one has the item elsewhere, or nowhere.
  private @Nullable Indexable first;

  private boolean moved;

  /// Whether a record says that the item was poison before.
  private boolean wasPoison;

  private Change newest;
  private Indexable now = new Absent();
  private @Nullable Instant notAfter;

  private ItemPlan(Generation generation, Bytes item, Change first) {
    this.generation = generation;
    this.item = item;
    this.firstRecord = first.number();
    this.newest = first;
  }

  /// @param item the item key within a group; items of different groups may share it
  /// @param records all records of the item in the slice, at least one
  static ItemPlan of(Generation generation, Bytes item, List<Change> records, AgeGuard guard) {
    ItemPlan plan = new ItemPlan(generation, item, records.getFirst());
    records.forEach(plan::add);
    plan.notAfter = guard.isProof(plan.newest, generation) ? guard.notAfter(plan.newest) : null;
    return plan;
  }

  private void add(Change change) {
    Indexable before = generation.definition().indexable(change.oldImage());
    Indexable after = generation.definition().indexable(change.newImage());
    wasPoison |= before instanceof Poison;
    first = first == null ? before : first;
    compareWithFirst(before);
    compareWithFirst(after);
    see(before, change.sequence());
    see(after, change.sequence());
    if (change.sequence().compareTo(newest.sequence()) >= 0) {
      newest = change;
      now = after;
    }
  }

  private void compareWithFirst(Indexable image) {
    moved |= !image.equals(first);
  }

  /// Whether the item has been at one place all the time.
  private boolean isStill() {
    return !moved && first instanceof Indexed;
  }

  private void see(Indexable image, Sequence sequence) {
    if (image instanceof Indexed(var group, var entry)) {
      seen.computeIfAbsent(group, _ -> new LinkedHashSet<>()).add(entry);
      numbers
          .computeIfAbsent(group, _ -> new HashMap<>())
          .merge(entry.position(), sequence, BinaryOperator.maxBy(Comparator.naturalOrder()));
    }
  }

  /// Index in the batch of the item's first record.
  int firstRecord() {
    return firstRecord;
  }

  Change newest() {
    return newest;
  }

  Generation generation() {
    return generation;
  }

  /// Whether anything must be written or repaired. Nothing must if no record has the item in the
  /// listing. Old records of poison need a repair, because the table may have something else now.
  boolean needsWork() {
    return !seen.isEmpty() || (!isProof() && now instanceof Poison);
  }

  /// Whether the records prove where the item is. If they are too old, they only make the item
  /// doubtful, and there are no ops.
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

  /// Whether an entry that the item had before is one that the store cannot hold, so that the item
  /// is in quarantine for it.
  boolean hadUnfit(PageIndexWriter index) {
    return isProof()
        && seen.entrySet().stream()
            .anyMatch(
                group ->
                    group.getValue().stream()
                        .filter(entry -> !isAt(group.getKey(), entry))
                        .anyMatch(
                            entry ->
                                index
                                    .refusal(generation.group(group.getKey()), item, entry)
                                    .isPresent()));
  }

  private boolean isAt(Group group, Entry entry) {
    return now instanceof Indexed(var here, var there) && here.equals(group) && there.equals(entry);
  }

  /// The time by the store's clock after which the store refuses the ops.
  Instant notAfter() {
    return notAfter == null ? Instant.MIN : notAfter;
  }

  /// Whether the item is in a group now.
  boolean isListed() {
    return now instanceof Indexed;
  }

  /// The ops that are sent first, for each group: the one that puts the item where it is now. If it
  /// is in no group now, those that remove it.
  Map<Group, Op> firstWave() {
    return ops(isListed());
  }

  /// The ops that are sent after the first wave is acknowledged: an item that moves is in two
  /// groups for a moment, never in none.
  Map<Group, Op> secondWave() {
    return isListed() ? ops(false) : Map.of();
  }

  private Map<Group, Op> ops(boolean arrives) {
    Map<Group, Op> ops = new LinkedHashMap<>();
    if (isProof() && !isStill()) {
      seen.keySet().stream()
          .filter(group -> isIn(group) == arrives)
          .forEach(group -> ops.put(group, op(group)));
    }
    return ops;
  }

  private boolean isIn(Group group) {
    return now instanceof Indexed(var here, _) && here.equals(group);
  }

  private Op op(Group group) {
    Entry entry = now instanceof Indexed(var here, var there) && here.equals(group) ? there : null;
    Set<Entry> olds = new LinkedHashSet<>(seen.getOrDefault(group, Set.of()));
    if (entry != null) {
      olds.remove(entry);
    }
    Map<Position, Sequence> earlier = new HashMap<>(numbers.getOrDefault(group, Map.of()));
    earlier.values().removeIf(newest.sequence()::equals);
    return new Op(item, new Rule.Newer(newest.sequence(), earlier), entry, olds);
  }

  /// The doubt that a repair settles. A repair raises the fence to the newest record's number.
  Doubt doubt() {
    return new Doubt(generation, newest.key(), seen, newest.sequence());
  }
}
