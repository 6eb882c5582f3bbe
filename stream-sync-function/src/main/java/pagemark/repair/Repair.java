package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Fence;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.Op;
import pagemark.index.Rule;
import pagemark.key.Bytes;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.UnfitException;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Absent;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Indexable.Poison;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The state of one item in a [VerifiedRepair].
final class Repair {
  /// A fence as it was read; null if the register has none.
  ///
  /// @param at the store's time of the read
  private record Seen(@Nullable Fence fence, Instant at) {}

  private final Doubt doubt;
  private final Set<Group> groups;
  private final Map<Group, Seen> fences = new HashMap<>();
  private Indexable truth = new Absent();
  private boolean planned;
  private boolean refused;
  private @Nullable String unfit;
  private @Nullable Outcome outcome;

  Repair(Doubt doubt) {
    this.doubt = doubt;
    this.groups = new HashSet<>(doubt.seen().keySet());
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

  List<GroupRef> groups() {
    return groups.stream().map(this::ref).toList();
  }

  private GroupRef ref(Group group) {
    return doubt.generation().group(group);
  }

  void forgetFences() {
    fences.clear();
    refused = false;
    unfit = null;
  }

  void fence(GroupRef group, @Nullable Fence fence, Instant at) {
    fences.put(group.group(), new Seen(fence, at));
  }

  /// Skips a group without a marker: it holds nothing, and its rebuild will read the item.
  void unmarked(GroupRef group) {
    fences.remove(group.group());
  }

  /// Takes the item from the table, which is at least as new as every fence that was read. If the
  /// item is in a group whose fence was not read, the repair plans nothing and reads all again.
  void judge(Map<String, AttributeValue> item) {
    truth = doubt.generation().definition().indexable(item);
    planned = item() == null || !(truth instanceof Indexed(var group, _)) || !groups.add(group);
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
    return groups.stream()
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
    Set<Entry> olds = new HashSet<>(doubt.seen().getOrDefault(group, Set.of()));
    olds.remove(entry);
    Rule rule = Rule.Unchanged.of(seen.fence(), doubt.sequence());
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
