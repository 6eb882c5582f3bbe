package pagemark.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.Inspector.GroupDump;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Turns;
import pagemark.simulation.Faults.Fault;

/// A reader's index behind a network. It keeps the group from which each answer was made.
///
/// @param seen the whole group at the moment of each answer
record ObservedIndex(InMemoryIndex index, Turns scheduler, Faults faults, List<GroupDump> seen)
    implements PageIndexReader {

  ObservedIndex(InMemoryIndex index, Turns scheduler, Faults faults) {
    this(index, scheduler, faults, new ArrayList<>());
  }

  @Override
  public PageSlice page(PageQuery query) {
    return parked(
        () -> {
          PageSlice page = index.page(query);
          seen.add(index.dump(query.group(), List.of()));
          return page;
        });
  }

  @Override
  public List<Long> counts(CountQuery query) {
    return parked(() -> index.counts(query));
  }

  @Override
  public String part(GroupRef group) {
    return index.part(group);
  }

  private <T> T parked(Supplier<T> call) {
    scheduler.park();
    T answer = call.get();
    scheduler.park();
    if (faults.happens(Fault.INDEX_READ_FAILS, 25)) {
      throw new IndexException.Unavailable("connection reset", null);
    }
    return answer;
  }
}
