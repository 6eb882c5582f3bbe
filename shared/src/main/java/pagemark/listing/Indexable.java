package pagemark.listing;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import pagemark.entry.Entry;
import pagemark.entry.Group;

/// Where an item belongs in a listing; the answer of [IndexDefinition#indexable].
public sealed interface Indexable {
  /// The item is listed in `groups`, at least one, and has the same entry in each.
  record Indexed(Set<Group> groups, Entry entry) implements Indexable {
    public Indexed {
      groups = Collections.unmodifiableSet(new LinkedHashSet<>(groups));
    }

    public boolean isIn(Group group) {
      return groups.contains(group);
    }

    /// Whether an entry of the index says the same. An entry of the whole group says nothing about
    /// the cell.
    public boolean matches(Group group, Entry other) {
      return isIn(group)
          && entry.position().equals(other.position())
          && (other.cell().isWhole() || entry.cell().equals(other.cell()));
    }
  }

  /// The groups of the listing that have the item; none if it is absent or poison.
  default Set<Group> groupsOf() {
    return this instanceof Indexed(var groups, _) ? groups : Set.of();
  }

  /// The item has no group attribute (with the group's prefix) or no sort attribute, or does not
  /// meet a condition, so it is not in this listing. That is normal in a sparse GSI or a
  /// single-table design.
  record Absent() implements Indexable {}

  /// The item's group, key, sort or filter attributes do not fit the definition. The item is not
  /// indexed, and it is quarantined.
  ///
  /// @param reason names the attribute and what it must be, never its value
  record Poison(String reason) implements Indexable {}
}
