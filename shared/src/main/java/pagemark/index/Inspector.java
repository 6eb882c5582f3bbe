package pagemark.index;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import pagemark.key.Cell;
import pagemark.key.Position;

/// Reads all that an index holds, for consistency checks and for people.
public interface Inspector {
  /// Reads in chunks: what is written meanwhile may be half in it.
  ///
  /// @param cells the cells the group may have
  /// @throws IndexException.Unavailable where the store cannot be reached
  GroupDump dump(GroupRef group, Collection<Cell> cells);

  /// Goes through the groups of a generation that have entries, in any order. One that has some all
  /// the time comes at least once.
  ///
  /// @param chunk takes a few hundred groups at a time; one may come in two chunks
  /// @throws IndexException.Unavailable where the store cannot be reached
  void groups(String generation, Consumer<List<GroupRef>> chunk);

  /// How many entries each set of a group has, all at one moment each.
  ///
  /// @param cells the cells the group may have
  /// @return for each group, in order
  /// @throws IndexException.Unavailable where the store cannot be reached
  List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells);

  /// Goes through a set's positions, in any order. One that is there all the time comes at least
  /// once.
  ///
  /// @param cell [Cell#WHOLE] for the whole group
  /// @param chunk takes a few hundred positions at a time; one may come in two chunks
  /// @throws IndexException.Unavailable where the store cannot be reached
  void positions(GroupRef group, Cell cell, Consumer<List<Position>> chunk);

  /// How many of the counts that the store keeps of a group differ from what they count; none in a
  /// store that keeps no counts beside the entries.
  ///
  /// @throws IndexException.Unavailable where the store cannot be reached
  default long miscounts(GroupRef group) {
    return 0;
  }

  /// The memory that the keys of a group take, in bytes; empty where the store does not tell.
  ///
  /// @param cells the cells the group may have
  /// @throws IndexException.Unavailable where the store cannot be reached
  OptionalLong bytes(GroupRef group, Collection<Cell> cells);
}
