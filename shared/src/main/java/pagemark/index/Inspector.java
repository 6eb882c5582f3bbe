package pagemark.index;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import pagemark.key.Cell;
import pagemark.key.Position;

/// Reads everything that an index holds, for consistency checks and for people.
public interface Inspector {
  /// Reads a whole group in chunks. Concurrent writes may show up in part.
  ///
  /// @param cells the cells that the group can have
  /// @throws IndexException.Unavailable if the store cannot be reached
  GroupDump dump(GroupRef group, Collection<Cell> cells);

  /// Visits the groups of a generation that have entries, in any order. A group that has entries
  /// all the time is visited at least once.
  ///
  /// @param chunk receives a few hundred groups at a time; a group may come in two chunks
  /// @throws IndexException.Unavailable if the store cannot be reached
  void groups(String generation, Consumer<List<GroupRef>> chunk);

  /// Counts the entries of each group. Each count is of one moment.
  ///
  /// @param cells the cells that the groups can have
  /// @return the sizes in the order of `groups`
  /// @throws IndexException.Unavailable if the store cannot be reached
  List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells);

  /// Visits the positions of a set, in any order. A position that exists all the time is visited at
  /// least once.
  ///
  /// @param cell [Cell#WHOLE] for the whole group
  /// @param chunk receives a few hundred positions at a time; a position may come in two chunks
  /// @throws IndexException.Unavailable if the store cannot be reached
  void positions(GroupRef group, Cell cell, Consumer<List<Position>> chunk);

  /// Checks the counts that the store keeps beside the entries of a group, and returns how many are
  /// wrong. 0 if the store keeps no counts.
  ///
  /// @throws IndexException.Unavailable if the store cannot be reached
  default long miscounts(GroupRef group) {
    return 0;
  }

  /// The memory of a group's keys in bytes. Empty if the store does not report it.
  ///
  /// @param cells the cells that the group can have
  /// @throws IndexException.Unavailable if the store cannot be reached
  OptionalLong bytes(GroupRef group, Collection<Cell> cells);
}
