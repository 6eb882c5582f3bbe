package pagemark.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.Register;
import pagemark.key.Bytes;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.Doubt;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item that the index may have wrong.
final class Candidate {
  /// An entry that the index has of the item, or had.
  record Seen(Group group, Entry entry) {}

  private final Map<String, AttributeValue> key;
  private final Bytes item;

  /// The entries in doubt, in each group where the item may be.
  private final Map<Group, Set<Entry>> seen = new HashMap<>();

  private final Map<Group, Optional<Fence>> fences = new HashMap<>();
  private final Set<Seen> present = new HashSet<>();
  private Indexable truth = new Absent();

  Candidate(Map<String, AttributeValue> key, Bytes item) {
    this.key = Map.copyOf(key);
    this.item = item;
  }

  Map<String, AttributeValue> key() {
    return key;
  }

  /// @param entry null where the group has none that it should not have
  void watch(Group group, @Nullable Entry entry) {
    Set<Entry> entries = seen.computeIfAbsent(group, g -> new HashSet<>());
    if (entry != null) {
      entries.add(entry);
    }
  }

  Set<Group> groups() {
    return seen.keySet();
  }

  /// What is to be asked of a group: the register's fence, and whether each entry is there.
  GroupLook look(Generation generation, Group group) {
    List<GroupLook.Item> items = new ArrayList<>(List.of(new GroupLook.Item(item, null)));
    entries(group).forEach(entry -> items.add(new GroupLook.Item(item, entry)));
    return new GroupLook(Refs.of(generation, group), items);
  }

  private List<Entry> entries(Group group) {
    List<Entry> entries = new ArrayList<>(seen.getOrDefault(group, Set.of()));
    if (truth instanceof Indexed(var here, var entry) && here.equals(group)) {
      entries.add(entry);
    }
    return entries;
  }

  void forget() {
    fences.clear();
    present.clear();
  }

  /// The first answer about a group.
  void note(Group group, List<Register> registers) {
    fences.put(group, Optional.ofNullable(registers.getFirst().fence()));
    notePresent(group, registers);
  }

  /// The second.
  ///
  /// @return whether nothing has changed the register since the first
  boolean confirm(Group group, List<Register> registers) {
    notePresent(group, registers);
    Optional<Fence> first = fences.get(group);
    return first != null && Objects.equals(first.orElse(null), registers.getFirst().fence());
  }

  private void notePresent(Group group, List<Register> registers) {
    List<Entry> entries = entries(group);
    for (int i = 0; i < entries.size(); i++) {
      if (registers.get(i + 1).present()) {
        present.add(new Seen(group, entries.get(i)));
      } else {
        present.remove(new Seen(group, entries.get(i)));
      }
    }
  }

  /// Takes what the table said after the first look.
  ///
  /// @return whether its group was looked at
  boolean judge(Indexable now) {
    truth = now;
    if (now instanceof Indexed(var group, _)) {
      watch(group, null);
      return fences.containsKey(group);
    }
    return true;
  }

  /// Entries of a cell that are not in the whole group, and so not there by any look: were they
  /// taken out since, or are they in the cell alone?
  List<Seen> hidden() {
    List<Seen> hidden = new ArrayList<>();
    seen.forEach(
        (group, entries) ->
            entries.stream()
                .map(entry -> new Seen(group, entry))
                .filter(entry -> !entry.entry().cell().isWhole() && !present.contains(entry))
                .forEach(hidden::add));
    return hidden;
  }

  /// How the index had the item wrong at the second look; null where it did not.
  ///
  /// @param inCells of those that were [#hidden], the ones that are in their cell
  @Nullable Kind kind(Set<Seen> inCells) {
    boolean ghost =
        seen.entrySet().stream()
            .flatMap(g -> g.getValue().stream().map(entry -> new Seen(g.getKey(), entry)))
            .filter(entry -> !isRight(entry))
            .anyMatch(entry -> present.contains(entry) || inCells.contains(entry));
    boolean missing =
        truth instanceof Indexed(var group, var entry) && !present.contains(new Seen(group, entry));
    if (missing) {
      return ghost ? Kind.MISPLACED : Kind.MISSING;
    }
    return ghost ? Kind.GHOST : null;
  }

  /// An entry of the whole group says nothing of a cell.
  private boolean isRight(Seen that) {
    return truth instanceof Indexed(var group, var entry)
        && group.equals(that.group())
        && entry.position().equals(that.entry().position())
        && (that.entry().cell().isWhole() || entry.cell().equals(that.entry().cell()));
  }

  Doubt doubt(Generation generation) {
    return new Doubt(generation, key, seen, Doubt.NO_RECORD);
  }
}
