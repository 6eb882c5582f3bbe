package pagemark.simulation;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Place;
import pagemark.index.ForwardingInspector;
import pagemark.index.GroupRef;
import pagemark.index.Inspector;

/// An inspector that lets others do something between its calls and chunks.
final class InterruptedInspector extends ForwardingInspector {
  private final Runnable others;

  InterruptedInspector(Inspector inspector, Runnable others) {
    super(inspector);
    this.others = others;
  }

  @Override
  public void groups(String generation, Consumer<List<GroupRef>> chunk) {
    others.run();
    index.groups(generation, all -> oneByOne(all, chunk));
  }

  @Override
  public List<GroupSize> sizes(List<GroupRef> groups, Collection<Cell> cells) {
    List<GroupSize> sizes = index.sizes(groups, cells);
    others.run();
    return sizes;
  }

  /// Parts of one entry.
  @Override
  public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    others.run();
    EntriesPart part = index.entries(group, set, from);
    return part.entries().size() < 2
        ? part
        : new EntriesPart(part.entries().subList(0, 1), Place.of(part.entries().get(1).position()));
  }

  private <T> void oneByOne(List<T> all, Consumer<List<T>> chunk) {
    for (T each : all) {
      chunk.accept(List.of(each));
      others.run();
    }
  }
}
