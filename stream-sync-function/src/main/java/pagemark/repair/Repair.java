package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The state of one item in a [VerifiedRepair].
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

  private final Map<Group, Seen> fences = new HashMap<>();
  private Indexable truth = new Absent();
  private boolean planned;
  private boolean refused;
  private @Nullable String unfit;
  private @Nullable Outcome outcome;

  Repair(Doubt doubt) {
    this.doubt = doubt;
    doubt.seen().forEach((group, entries) -> known.put(group, new HashSet<>(entries)));
    if (!doubt.generation().definition().isOfThisFormat()) {
      fail(
          new IllegalStateException(
              "this code cannot write the key format of the index: rebuild it"));
    }
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

  /// The looks at all groups in doubt: each asks for the item's fence, and for those of its places,
  /// because a store may keep either. Empty if the item has no register.
  List<GroupLook> looks() {
    Bytes item = item();
    return item == null
        ? List.of()
        : known.keySet().stream().map(group -> look(group, item)).toList();
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

  void forgetFences() {
    fences.clear();
    refused = false;
    unfit = null;
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

  /// Skips a group without a marker: it holds nothing, and its rebuild will read the item.
  void unmarked(GroupRef group) {
    fences.remove(group.group());
  }

  /// Takes the item from the table, which is at least as new as every fence that was read. If the
  /// item is in a group whose fence was not read, the repair plans nothing and reads all again.
  ///
  /// If the item is at a place that was not looked at, the repair takes it for one without a fence.
  /// If that is wrong, the store refuses the write, and the next look includes the place.
  void judge(Map<String, AttributeValue> item) {
    truth = doubt.generation().definition().indexable(item);
    if (truth instanceof Indexed(var group, var entry)) {
      planned = item() == null || known.containsKey(group);
      known.computeIfAbsent(group, _ -> new HashSet<>()).add(entry);
    } else {
      planned = true;
    }
  }

  /// The write that puts the item into its group; null if it has none, or nothing is planned.
  @Nullable GroupWrite arrival(Duration lease) {
    return planned && truth instanceof Indexed(var group, var entry)
        ? write(group, entry, lease)
        : null;
  }

  /// The writes that remove the item from all other groups in doubt.
  List<GroupWrite> departures(Duration lease) {
    if (!planned || refused || outcome != null) {
      return List.of();
    }
    return known.keySet().stream()
        .filter(group -> !(truth instanceof Indexed(var here, _) && here.equals(group)))
        .map(group -> write(group, null, lease))
        .filter(write -> write != null)
        .toList();
  }

  private @Nullable GroupWrite write(Group group, @Nullable Entry entry, Duration lease) {
    Seen seen = fences.get(group);
    Bytes item = item();
    if (seen == null || item == null) {
      return null;
    }
    Set<Entry> olds = new HashSet<>(known(group));
    olds.remove(entry);
    Rule rule = Rule.Unchanged.of(seen.item(), seen.places(), doubt.sequence());
    return new GroupWrite(
        ref(group), List.of(new Op(item, rule, entry, olds)), seen.at().plus(lease));
  }

  /// Makes the repair read all again, because a fence has changed or the lease is over.
  void refuse() {
    refused = true;
  }

  /// Notes that the store cannot hold the item's entry. It has removed the item's other entries of
  /// that group.
  void reject(String reason) {
    unfit = reason;
  }

  void finish() {
    if (planned && !refused && outcome == null) {
      String poison = truth instanceof Poison(var reason) ? reason : unfit;
      outcome = poison == null ? new Outcome.Settled() : new Outcome.Poisoned(poison);
    }
  }
}
