package pagemark.audit;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.key.Cell;
import pagemark.key.Position;

/// An index in which no group leads to five of the nodes: two in the first part, three in the
/// second.
///
/// @param onRead runs at each part
record StrayNodes(Inspector index, Runnable onRead) implements Inspector {
  @Override
  public Unreachable unreachable(String generation, String from) {
    onRead.run();
    return from.isEmpty() ? new Unreachable(2, "second") : new Unreachable(3, "");
  }

  @Override
  public GroupDump dump(GroupRef group, Collection<Cell> cells) {
    return index.dump(group, cells);
  }

  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    index.groups(generation, chunk);
  }

  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    return index.sizes(groups, cells);
  }

  @Override
  public void positions(GroupRef group, Cell cell, Consumer<List<Position>> chunk) {
    index.positions(group, cell, chunk);
  }

  @Override
  public OptionalLong bytes(GroupRef group, Collection<Cell> cells) {
    return index.bytes(group, cells);
  }
}
