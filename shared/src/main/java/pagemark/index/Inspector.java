package pagemark.index;

import java.util.Collection;
import pagemark.key.Cell;

/// Reads all that an index holds of a group, for consistency checks and for people.
public interface Inspector {
  /// Reads in chunks: what is written meanwhile may be half in it.
  ///
  /// @param cells the cells the group may have
  /// @throws IndexException.Unavailable where the store cannot be reached
  GroupDump dump(GroupRef group, Collection<Cell> cells);
}
