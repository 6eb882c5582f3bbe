package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult.Register;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The state of one item in a [VerifiedRepair]. Each group in doubt is closed by itself: it is not
/// looked at again, whatever becomes of the others.
final class Repair {
  /// The fences of a group as they were read.
  ///
  /// @param item the item's fence; null if it has none
  /// @param places the fences of the places that have one
  /// @param at the store's time of the read
  private record Seen(@Nullable Fence item, Map<Position, Fence> places, Instant at) {}

  private final Doubt doubt;

  /// The entries that the item has, had, or may have, in each group in doubt.
  private final Map<Group, Set<Entry>> known = new HashMap<>();

  /// The fences that this round has read, by group.
  private final Map<Group, Seen> fences = new HashMap<>();

  /// The groups in which the index agrees with what a read of this repair has found.
  private final Set<Group> closed = new HashSet<>();

  private Indexable truth = new Absent();
  private @Nullable Outcome outcome;

  Repair(Doubt doubt) {
    this.doubt = doubt;
    doubt.seen().forEach((group, entries) -> known.put(group, new HashSet<>(entries)));
    if (!doubt.generation().definition().isOfThisFormat()) {
      fail(new IllegalStateException("this code cannot write the format of the index: rebuild it"));
    }
  }

  Generation generation() {
    return doubt.generation();
  }

  Map<String, AttributeValue> key() {
    return doubt.key();
  }

  boolean isOpen() {
    return outcome == null;
  }

  Outcome outcome() {
    return outcome == null ? new Outcome.Moving() : outcome;
  }

  void fail(RuntimeException cause) {
    outcome = new Outcome.Failed(cause);
  }

  /// The item key; null if the key attributes are not those of the listing, so that the item has no
  /// register.
  @Nullable Bytes item() {
    try {
      return doubt.generation().definition().positions().itemKey(doubt.key());
    } catch (UnfitException e) {
      return null;
    }
  }

  /// The looks at all groups that are open: each asks for the item's fence, and for those of its
  /// places, because a store may keep either. Empty if the item has no register.
  List<GroupLook> looks() {
    fences.clear();
    Bytes item = item();
    return item == null ? List.of() : open().map(group -> look(group, item)).toList();
  }

  private Stream<Group> open() {
    return List.copyOf(known.keySet()).stream().filter(group -> !closed.contains(group));
  }

  private GroupLook look(Group group, Bytes item) {
    List<GroupLook.Item> asked = new ArrayList<>(List.of(new GroupLook.Item(item, null)));
    Set<Position> places = new HashSet<>();
    known(group).stream()
        .filter(entry -> places.add(entry.position()))
        .forEach(entry -> asked.add(new GroupLook.Item(item, entry)));
    return new GroupLook(ref(group), asked);
  }

  private Set<Entry> known(Group group) {
    return known.getOrDefault(group, Set.of());
  }

  private GroupRef ref(Group group) {
    return doubt.generation().group(group);
  }

  /// Takes the answer of a look.
  void see(GroupLook look, List<Register> registers, Instant at) {
    Map<Position, Fence> places = new HashMap<>();
    for (int i = 0; i < registers.size(); i++) {
      Entry entry = look.items().get(i).entry();
      Fence fence = registers.get(i).fence();
      if (entry != null && fence != null) {
        places.put(entry.position(), fence);
      }
    }
    fences.put(look.group().group(), new Seen(registers.getFirst().fence(), places, at));
  }

  /// Notes that the index agrees with the item in a group. If the group has no marker it holds
  /// nothing, and its rebuild will read the item.
  void close(GroupRef group) {
    closed.add(group.group());
  }

  /// Takes where the item belongs by the table, which is at least as new as every fence that was
  /// read. A group that was not looked at stays open for the next round.
  ///
  /// If the item is at a place that was not looked at, the repair takes it for one without a fence.
  /// If that is wrong, the store refuses the write, and the next look includes the place.
  void judge(Indexable now) {
    truth = now;
    if (now instanceof Indexed(var groups, var entry)) {
      groups.stream()
          .filter(group -> doubt.everywhere() || known.containsKey(group))
          .forEach(group -> known.computeIfAbsent(group, _ -> new HashSet<>()).add(entry));
    }
  }

  private boolean isIn(Group group) {
    return truth.groupsOf().contains(group);
  }

  /// The writes that put the item into those of its groups that are open.
  List<GroupWrite> arrivals(Duration lease) {
    return truth instanceof Indexed(_, var entry)
        ? open().filter(this::isIn).flatMap(group -> write(group, entry, lease).stream()).toList()
        : List.of();
  }

  /// The writes that remove the item from all other groups that are open. None as long as it has to
  /// arrive in one: it is in both for a moment, never in none.
  List<GroupWrite> departures(Duration lease) {
    return open().anyMatch(this::isIn)
        ? List.of()
        : open().flatMap(group -> write(group, null, lease).stream()).toList();
  }

  private Optional<GroupWrite> write(Group group, @Nullable Entry entry, Duration lease) {
    Seen seen = fences.get(group);
    Bytes item = item();
    if (seen == null || item == null) {
      return Optional.empty();
    }
    Rule rule = Rule.Unchanged.of(seen.item(), seen.places(), doubt.sequence());
    return Optional.of(
        new GroupWrite(
            ref(group), List.of(new Op(item, rule, entry, known(group))), seen.at().plus(lease)));
  }

  /// Ends the round: the repair is over if no group is open.
  void finish() {
    if (outcome == null && open().findAny().isEmpty()) {
      outcome =
          truth instanceof Poison(var reason)
              ? new Outcome.Poisoned(reason)
              : new Outcome.Settled();
    }
  }
}
