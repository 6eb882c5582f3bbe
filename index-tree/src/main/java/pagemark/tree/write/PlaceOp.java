package pagemark.tree.write;

import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.index.Rule;

/// What a change says about one place: that an entry is there, or that there is none.
///
/// @param op the number of the change that says it, for its verdict
/// @param cell the cell of the entry; null if there is none
/// @param rule decides by the place's register whether the op is applied, see [Rule#at]
public record PlaceOp(int op, Bytes place, @Nullable Cell cell, Rule rule) {
  public boolean isPresence() {
    return cell != null;
  }

  /// Whether the op is void if the same change was refused where it says that the item is. A repair
  /// says what the table has, so its ops hold together or not at all. The ops of a record hold one
  /// by one.
  boolean needsItsPresence() {
    return !isPresence() && rule instanceof Rule.Unchanged;
  }
}
