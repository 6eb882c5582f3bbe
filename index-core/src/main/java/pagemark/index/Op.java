package pagemark.index;

import static java.util.stream.Collectors.toSet;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.entry.Position;

/// A change of one item in one group: afterwards the item has `entry` there, or no entry.
///
/// @param item the item key
/// @param rule when the op is applied
/// @param entry null if the item is not in the group
/// @param olds entries that the item is known to have had in the group, and all that the op's
///   records tell of. They are removed, except for `entry`, or if the op is not applied, except for
///   the entry in the fence. A store that keeps fences by place notes at each of [#departed] that
///   the item is not there
public record Op(Bytes item, Rule rule, @Nullable Entry entry, Set<Entry> olds) {
  public Op {
    olds = Set.copyOf(olds);
  }

  /// Creates the op of a stream record.
  public Op(Bytes item, Sequence sequence, @Nullable Entry entry, Set<Entry> olds) {
    this(item, new Rule.Newer(sequence), entry, olds);
  }

  /// The positions of `olds` that are not the entry's.
  public Set<Position> departed() {
    return olds.stream()
        .map(Entry::position)
        .filter(position -> entry == null || !position.equals(entry.position()))
        .collect(toSet());
  }

  public boolean isRemoval() {
    return entry == null;
  }
}
