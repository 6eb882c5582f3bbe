package pagemark.index;

import java.util.List;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.LookResult.Register;
import pagemark.index.WriteResult.Written;

/// One group of the in-memory index, with its fences. [Fence] says what the two kinds are.
sealed interface InMemoryGroup permits FencedItems, FencedPlaces {
  NavigableSet<Position> positions();

  NavigableSet<Position> positions(Cell cell);

  /// The number of entries. It is greater than that of [#positions] if corruption has put a
  /// position into two cells.
  long inCells();

  Written write(List<Op> ops, long period);

  /// The last op of the last write that was applied or that duplicates an op of this period, as a
  /// witness. Null if there is none.
  @Nullable Op held();

  List<Register> look(List<GroupLook.Item> items, long period);

  /// Adds or removes an entry against all rules, like corruption.
  void plant(Entry entry, boolean present);

  long fences();

  boolean isEmpty();

  /// @return the number of removed fences
  long sweep(long period);

  void ageFences(long periods);

  InMemoryGroup copy();

  void forgetEntries();

  void forgetFences();

  GroupDump dump();
}
