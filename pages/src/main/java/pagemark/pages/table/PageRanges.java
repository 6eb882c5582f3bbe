package pagemark.pages.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import pagemark.entry.Order;
import pagemark.index.PageSlice;
import pagemark.listing.Access;
import pagemark.listing.Partitions;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Cuts a page into ranges of sort values. A new range begins if the items stand in other
/// partitions, or if one Query would read more than [FetchPlan#CALL_BYTES]. Each range is read with
/// one Query for each partition that may hold its items.
final class PageRanges {
  private final Scope scope;
  private final Access access;
  private final PageSlice slice;
  private final long itemBytes;
  private final List<AttributeValue> sorts;

  /// @param access one that can read the scope's selection
  /// @param itemBytes the expected size of an item
  PageRanges(Scope scope, Access access, PageSlice slice, long itemBytes) {
    this.scope = scope;
    this.access = access;
    this.slice = slice;
    this.itemBytes = itemBytes;
    this.sorts = slice.positions().stream().map(scope.positions()::sortValue).toList();
  }

  /// Neighbouring items of the page that stand in the same partitions.
  ///
  /// @param from the number of the first one in the page, from 0
  /// @param to the number after that of the last one
  private record Neighbours(int from, int to, List<String> partitions) {
    int count() {
      return to - from;
    }
  }

  /// The Queries that read the page; empty if they are more than [FetchPlan#CALLS_MAX].
  Optional<Ranges> queries() {
    if (access.partitions().count(scope.selection()) > FetchPlan.CALLS_MAX) {
      return Optional.empty();
    }
    List<RangeQuery> queries = neighbours().stream().flatMap(this::queries).toList();
    return queries.size() > FetchPlan.CALLS_MAX
        ? Optional.empty()
        : Optional.of(new Ranges(access, queries));
  }

  /// The whole page if its partitions are not buckets of time; else a part for each run of items in
  /// the same buckets.
  private List<Neighbours> neighbours() {
    Partitions partitions = access.partitions();
    List<Neighbours> neighbours = new ArrayList<>();
    for (int from = 0; from < sorts.size(); from = neighbours.getLast().to()) {
      List<String> names = names(sorts.get(from));
      int to = partitions.areBuckets() ? from + 1 : sorts.size();
      while (to < sorts.size() && names(sorts.get(to)).equals(names)) {
        to++;
      }
      neighbours.add(new Neighbours(from, to, names));
    }
    return neighbours;
  }

  private List<String> names(AttributeValue sort) {
    return access
        .partitions()
        .names(scope.queriedGroup(), scope.selection(), sort, sort)
        .orElseThrow();
  }

  private Stream<RangeQuery> queries(Neighbours neighbours) {
    long bytes = slice.span() * itemBytes * neighbours.count() / sorts.size();
    long ofPartition = bytes / neighbours.partitions().size();
    int parts = Math.clamp(Math.ceilDiv(ofPartition, FetchPlan.CALL_BYTES), 1, neighbours.count());
    int each = Math.ceilDiv(neighbours.count(), parts);
    return Stream.iterate(neighbours.from(), from -> from < neighbours.to(), from -> from + each)
        .flatMap(
            from -> {
              int to = Math.min(from + each, neighbours.to());
              return neighbours.partitions().stream().map(name -> query(name, from, to));
            });
  }

  /// A Query of the partition `name`, for the items of the page from one number to another.
  private RangeQuery query(String name, int from, int to) {
    boolean ascending = scope.order() == Order.ASCENDING;
    AttributeValue first = sorts.get(from);
    AttributeValue last = sorts.get(to - 1);
    return new RangeQuery(
        access.partitions().value(name),
        ascending ? first : last,
        ascending ? last : first,
        scope.order(),
        within(first, last) + Math.max(0, (int) slice.span() - sorts.size()),
        Map.of());
  }

  /// How many of the page's items have a sort value in the range: the range itself, and the items
  /// that tie with its edges.
  private int within(AttributeValue first, AttributeValue last) {
    return sorts.lastIndexOf(last) - sorts.indexOf(first) + 1;
  }
}
