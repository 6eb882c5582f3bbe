package pagemark.list;

import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.entry.SortValue;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Sequence;
import pagemark.index.Window;
import pagemark.index.WriteResult;

/// A list that is read and written. Each method throws [IndexException] if the store does not
/// answer, and may be called again; threads may share it.
///
/// Changes may come twice and in any order. Each raises the version of its item, and the index
/// remembers the highest for the store's memory, a day if nothing else was said, to twice that.
/// Whatever is older than the memory is [Outcome#DOUBTFUL]; so is, as clocks differ, what is dated
/// within five minutes of the memory's end or of a birth, or more than five minutes ahead.
public final class ListIndex {
  /// How far the clocks of the source and of the births may differ from the store's.
  static final Duration CLOCKS = Duration.ofMinutes(5);

  private final IndexStore store;
  private final Duration memory;
  private final ListDefinition definition;
  private final List<ListGeneration> generations;

  /// A time that the store's clock has passed.
  private volatile Instant passed = Instant.EPOCH;

  ListIndex(
      IndexStore store,
      Duration memory,
      ListDefinition definition,
      List<ListGeneration> generations) {
    this.store = store;
    this.memory = memory;
    this.definition = definition;
    this.generations = List.copyOf(generations);
  }

  /// Writes a change to all generations that had begun when it was made: one call of the store, and
  /// one more every five minutes, which asks for its time.
  ///
  /// @throws IndexException if a generation has not begun, or the store has lost it
  public Outcome write(Change change) {
    Instant time = change.time();
    if (generations.stream().anyMatch(g -> isNear(g.birth(), time)) || isAhead(time)) {
      return Outcome.DOUBTFUL;
    }
    List<ListGeneration> begun =
        generations.stream().filter(generation -> time.isAfter(generation.birth())).toList();
    Set<ListItem> olds = Stream.ofNullable(change.before()).collect(toSet());
    Instant notAfter = time.plus(memory).minus(CLOCKS);
    return write(store.writer(), begun, olds, change.after(), change.version(), notAfter);
  }

  private static boolean isNear(Instant birth, Instant time) {
    return Duration.between(birth, time).abs().compareTo(CLOCKS) <= 0;
  }

  private boolean isAhead(Instant time) {
    if (time.isAfter(passed.plus(CLOCKS))) {
      passed = store.writer().time();
    }
    return time.isAfter(passed.plus(CLOCKS));
  }

  /// Writes what the source holds of an item whose change was doubtful.
  ///
  /// @param now the item as a consistent read has found it after the doubt; null if it is gone
  /// @param version that of `now`; that of the change if the item is gone
  public Outcome settle(Change doubtful, @Nullable ListItem now, long version) {
    Set<ListItem> olds =
        Stream.of(doubtful.before(), doubtful.after())
            .filter(Objects::nonNull)
            .map(Objects::requireNonNull)
            .collect(toSet());
    PageIndexWriter writer = store.writer();
    return write(writer, generations, olds, now, version, writer.time().plus(memory));
  }

  /// Writes what the source holds now, whatever the clocks of store and source say of the birth.
  Outcome row(PageIndexWriter writer, ListItem item, long version) {
    return write(writer, generations, Set.of(), item, version, writer.time().plus(memory));
  }

  private Outcome write(
      PageIndexWriter writer,
      List<ListGeneration> into,
      Set<ListItem> olds,
      @Nullable ListItem after,
      long version,
      Instant notAfter) {
    Set<String> groups = new LinkedHashSet<>();
    olds.forEach(old -> groups.add(old.group()));
    if (after != null) {
      groups.add(after.group());
    }
    List<GroupWrite> writes = new ArrayList<>();
    for (ListGeneration generation : into) {
      for (String group : groups) {
        writes.add(write(ref(generation, group), olds, after, version, notAfter));
      }
    }
    return outcome(writer.write(writes));
  }

  private GroupWrite write(
      GroupRef group,
      Set<ListItem> olds,
      @Nullable ListItem after,
      long version,
      Instant notAfter) {
    String name = group.group().text();
    ListItem here = after != null && after.group().equals(name) ? after : null;
    ListItem any = here != null ? here : olds.iterator().next();
    Op op =
        new Op(
            Bytes.utf8(any.key()),
            new Sequence(Long.toString(version)),
            here == null ? null : definition.entry(here),
            olds.stream()
                .filter(old -> old.group().equals(name))
                .map(definition::entry)
                .collect(toSet()));
    return new GroupWrite(group, List.of(op), notAfter);
  }

  private Outcome outcome(List<WriteResult> results) {
    boolean isApplied = false;
    boolean isDoubtful = false;
    for (WriteResult result : results) {
      switch (result) {
        case WriteResult.Written(var applied, _, _) -> isApplied |= applied > 0;
        case WriteResult.Expired() -> isDoubtful = true;
        case WriteResult.Unmarked() -> throw new IndexException.NotReady(generations.toString());
        case WriteResult.Failed(var cause) -> throw cause;
      }
    }
    return isDoubtful ? Outcome.DOUBTFUL : isApplied ? Outcome.APPLIED : Outcome.KNOWN;
  }

  /// A page by its number.
  ///
  /// @param number from 1 to 2^31 - 1; a page past the end is empty
  public ListPage page(ListQuery query, long number) {
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the page is %d; valid: 1 to %d".formatted(number, Integer.MAX_VALUE));
    }
    return page(query, slice(query, new Anchor.Rank((number - 1) * query.size()), query.size()));
  }

  /// The page of the first item at or past a sort key, in the query's order; the last one if there
  /// is none.
  public ListPage at(ListQuery query, SortKey sort) {
    Position before = sort.position("");
    Position boundary = query.order() == Order.ASCENDING ? before : behind(sort);
    return page(query, slice(query, new Anchor.Around(boundary, true), query.size()));
  }

  private Position behind(SortKey sort) {
    return SortValue.end(sort.position(""), definition.sort().layout);
  }

  private ListPage page(ListQuery query, PageSlice slice) {
    return new ListPage(
        slice.from() / query.size() + 1,
        query.size(),
        slice.total(),
        slice.positions().stream().map(definition::key).toList());
  }

  /// How many items of the query stand before an item: its rank counted from 0, unlike the `rank`
  /// of the HTTP API, which counts from 1. Empty if it is not among them.
  public OptionalLong rank(ListQuery query, ListItem item) {
    Position position = definition.entry(item).position();
    boolean ascends = query.order() == Order.ASCENDING;
    Anchor anchor = new Anchor.Following(ascends ? position : position.next());
    PageSlice slice = slice(query, anchor, 1);
    return slice.positions().equals(List.of(position))
        ? OptionalLong.of(slice.from())
        : OptionalLong.empty();
  }

  /// How many items match.
  public long total(ListQuery query) {
    return slice(query, new Anchor.Rank(0), 1).total();
  }

  /// How many items of a group have each value of a filter, under the query's other filters;
  /// [ListDefinition#OTHER] is first.
  public Map<String, Long> facet(ListQuery query, String filter) {
    definition.checkFilter(filter);
    Map<String, List<String>> others = new LinkedHashMap<>(query.filters());
    others.remove(filter);
    int at = List.copyOf(definition.filters().keySet()).indexOf(filter);
    List<Cell> cells = others.isEmpty() ? definition.allCells() : definition.cells(others);
    List<Long> counts =
        store
            .reader()
            .counts(
                new CountQuery(
                    ref(generations.getFirst(), query.group()),
                    cells,
                    definition.sort().layout,
                    Window.WHOLE));
    Map<String, Long> facet = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      String value = definition.label(filter, cells.get(i).ordinals().get(at));
      facet.merge(value, counts.get(i), Long::sum);
    }
    return facet;
  }

  private PageSlice slice(ListQuery query, Anchor anchor, int count) {
    List<Cell> cells = definition.cells(query.filters());
    return store
        .reader()
        .page(
            new PageQuery(
                ref(generations.getFirst(), query.group()),
                cells,
                cells,
                definition.sort().layout,
                query.order(),
                Window.WHOLE,
                anchor,
                count,
                0));
  }

  private GroupRef ref(ListGeneration generation, String group) {
    return new GroupRef(definition.stored(generation), definition.name(), new Group(group));
  }
}
