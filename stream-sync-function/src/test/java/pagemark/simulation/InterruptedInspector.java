package pagemark.simulation;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import pagemark.entry.Cell;
import pagemark.entry.Position;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.Inspector.GroupSize;

/// An inspector that lets others do something between its calls and chunks.
record InterruptedInspector(Inspector inspector, Runnable others) implements Inspector {
  @Override
  public GroupDump dump(GroupRef group, Collection<Cell> cells) {
    return inspector.dump(group, cells);
  }

  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    others.run();
    inspector.groups(generation, all -> oneByOne(all, chunk));
  }

  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    List<GroupSize> sizes = inspector.sizes(groups, cells);
    others.run();
    return sizes;
  }

  @Override
  public void positions(GroupRef group, Cell cell, Consumer<List<Position>> chunk) {
    others.run();
    inspector.positions(group, cell, all -> oneByOne(all, chunk));
  }

  private <T> void oneByOne(List<T> all, Consumer<List<T>> chunk) {
    for (T each : all) {
      chunk.accept(List.of(each));
      others.run();
    }
  }

  @Override
  public OptionalLong bytes(GroupRef group, Collection<Cell> cells) {
    return inspector.bytes(group, cells);
  }
}
