package pagemark.index;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;

/// Hands every call on to another inspector, except what a test replaces.
public class ForwardingInspector implements Inspector {
  protected final Inspector index;

  protected ForwardingInspector(Inspector index) {
    this.index = index;
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
  public List<Cell> sets(Collection<Cell> cells) {
    return index.sets(cells);
  }

  @Override
  public EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    return index.entries(group, set, from);
  }

  @Override
  public Optional<Weight> weight(GroupRef group, Collection<Cell> cells) {
    return index.weight(group, cells);
  }

  @Override
  public Optional<KeptCounts> keptCounts() {
    return index.keptCounts();
  }

  @Override
  public Optional<StrayNodes> strayNodes() {
    return index.strayNodes();
  }
}
