package pagemark.listing;

import pagemark.entry.Entry;
import pagemark.entry.Group;

/// Where an item belongs in a listing; the answer of [IndexDefinition#indexable].
public sealed interface Indexable {
  /// The item is listed in `group`.
  record Indexed(Group group, Entry entry) implements Indexable {
    /// Whether an entry of the index says the same. An entry of the whole group says nothing about
    /// the cell.
    public boolean matches(Group otherGroup, Entry other) {
      return group.equals(otherGroup)
          && entry.position().equals(other.position())
          && (other.cell().isWhole() || entry.cell().equals(other.cell()));
    }
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
