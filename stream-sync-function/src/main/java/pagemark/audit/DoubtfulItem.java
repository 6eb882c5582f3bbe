package pagemark.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.LookResult.Register;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.repair.Doubt;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item that may be wrong in the index, with what each look at it has found.
final class DoubtfulItem {
  /// An entry of the item that the index has or had.
  record Seen(Group group, Entry entry) {}

  private final Map<String, AttributeValue> key;
  private final Bytes item;

  /// The entries in doubt, for each group in which the item may be.
  private final Map<Group, Set<Entry>> seen = new HashMap<>();

  /// What the first look was about.
  ///
  /// @param position null for the item itself: a store may keep fences by item, or by place
  private record Looked(Group group, @Nullable Position position) {}

  private final Map<Looked, Optional<Fence>> fences = new HashMap<>();
  private final Set<Seen> present = new HashSet<>();
  private Indexable truth = new Absent();

  /// Whether the item may be absent from where it belongs, as it has expired.
  private boolean mayLack;

  DoubtfulItem(Map<String, AttributeValue> key, Bytes item) {
    this.key = Map.copyOf(key);
    this.item = item;
  }

  Map<String, AttributeValue> key() {
    return key;
  }

  /// Adds a group to look at.
  ///
  /// @param entry an entry in doubt; null if the group may lack the item's entry
  void watch(Group group, @Nullable Entry entry) {
    Set<Entry> entries = seen.computeIfAbsent(group, g -> new HashSet<>());
    if (entry != null) {
      entries.add(entry);
    }
  }

  Set<Group> groups() {
    return seen.keySet();
  }

  /// The look at a group: it asks for the item's fence, and for each entry, whether it is there and
  /// which fence its place has.
  GroupLook look(Generation generation, Group group) {
    List<GroupLook.Item> items = new ArrayList<>(List.of(new GroupLook.Item(item, null)));
    entries(group).forEach(entry -> items.add(new GroupLook.Item(item, entry)));
    return new GroupLook(generation.group(group), items);
  }

  private List<Entry> entries(Group group) {
    List<Entry> entries = new ArrayList<>(seen.getOrDefault(group, Set.of()));
    if (truth instanceof Indexed(var here, var entry) && here.contains(group)) {
      entries.add(entry);
    }
    return entries;
  }

  /// What each part of the answer to [#look] is about, in order.
  private List<Looked> looked(Group group) {
    List<Looked> looked = new ArrayList<>(List.of(new Looked(group, null)));
    entries(group).forEach(entry -> looked.add(new Looked(group, entry.position())));
    return looked;
  }

  void forget() {
    fences.clear();
    present.clear();
  }

  /// Takes the answer of the first look at a group.
  void note(Group group, List<Register> registers) {
    List<Looked> looked = looked(group);
    for (int i = 0; i < looked.size(); i++) {
      fences.put(looked.get(i), Optional.ofNullable(registers.get(i).fence()));
    }
    notePresent(group, registers);
  }

  /// Takes the answer of the second look at a group. A place that the first look did not include
  /// must have the item's fence, or none if the store keeps fences by place.
  ///
  /// @return whether nothing has changed a register since the first look
  boolean confirm(Group group, List<Register> registers) {
    notePresent(group, registers);
    Optional<Fence> item = fences.get(new Looked(group, null));
    if (item == null) {
      return false;
    }
    List<Looked> looked = looked(group);
    for (int i = 0; i < looked.size(); i++) {
      Optional<Fence> now = Optional.ofNullable(registers.get(i).fence());
      if (!now.equals(fences.getOrDefault(looked.get(i), item))) {
        return false;
      }
    }
    return true;
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

  /// Takes where the item belongs by the table: when the candidate is found, so that the first look
  /// includes it, and again after the first look.
  ///
  /// @return whether the first look included all groups of the item
  boolean judge(Indexable now) {
    truth = now;
    now.groupsOf().forEach(group -> watch(group, null));
    return now.groupsOf().stream().allMatch(group -> fences.containsKey(new Looked(group, null)));
  }

  /// Takes whether a sweep may have removed the item.
  void mayLack(boolean may) {
    mayLack = may;
  }

  /// The entries of cells that the group's set lacks. A look reports them as absent, because it
  /// asks for both sets; but an entry may be in its cell alone, which only a walk through the cell
  /// shows.
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

  /// The kind of difference at the second look; null if there was none.
  ///
  /// @param inCells the [#hidden] entries that are in their cell
  @Nullable Kind kind(Set<Seen> inCells) {
    boolean ghost =
        seen.entrySet().stream()
            .flatMap(g -> g.getValue().stream().map(entry -> new Seen(g.getKey(), entry)))
            .filter(entry -> !isRight(entry))
            .anyMatch(entry -> present.contains(entry) || inCells.contains(entry));
    boolean missing =
        !mayLack
            && truth instanceof Indexed(var groups, var entry)
            && groups.stream().anyMatch(group -> !present.contains(new Seen(group, entry)));
    if (missing) {
      return ghost ? Kind.MISPLACED : Kind.MISSING;
    }
    return ghost ? Kind.GHOST : null;
  }

  /// Whether the table confirms an entry.
  private boolean isRight(Seen that) {
    return truth instanceof Indexed indexed && indexed.matches(that.group(), that.entry());
  }

  Doubt doubt(Generation generation) {
    return new Doubt(generation, key, seen, true, Doubt.NO_RECORD);
  }
}
