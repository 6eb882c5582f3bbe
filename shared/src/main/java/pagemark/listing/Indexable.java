package pagemark.listing;

import pagemark.key.Entry;
import pagemark.key.Group;

/// Where an item belongs in a listing; the answer of [IndexDefinition#indexable].
public sealed interface Indexable {
  /// The item is listed in `group`.
  record Indexed(Group group, Entry entry) implements Indexable {}

  /// The item has no group or no sort attribute: it is simply not in this listing, as in a sparse
  /// GSI or a single-table design.
  record Absent() implements Indexable {}

  /// An attribute is present but does not fit its declared type or size: the item is not in the
  /// index, and is quarantined.
  ///
  /// @param reason names the attribute and what it must be, never its value
  record Poison(String reason) implements Indexable {}
}
