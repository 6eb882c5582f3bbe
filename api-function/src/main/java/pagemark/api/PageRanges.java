package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import pagemark.api.FetchPlan.RangeQuery;
import pagemark.api.FetchPlan.Ranges;
import pagemark.index.PageSlice;
import pagemark.listing.Access;
import pagemark.listing.Order;
import pagemark.listing.Partitions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Cuts a page into ranges of sort values that a Query can read each: where its items come to stand
/// in other partitions, and where one Query would read too much.
final class PageRanges {
  private final PageRequest request;
  private final Access access;
  private final PageSlice slice;
  private final long itemBytes;
  private final List<AttributeValue> sorts;

  /// @param access one that can read the request's selection
  /// @param itemBytes what an item is expected to take
  PageRanges(PageRequest request, Access access, PageSlice slice, long itemBytes) {
    this.request = request;
    this.access = access;
    this.slice = slice;
    this.itemBytes = itemBytes;
    this.sorts =
        slice.positions().stream()
            .map(request.listing().definition().positions()::sortValue)
            .toList();
  }

  /// Neighbours in the page whose items stand in the same partitions.
  ///
  /// @param from the first one's place in the page
  /// @param to behind the last one's
  private record Neighbours(int from, int to, List<String> partitions) {
    int count() {
      return to - from;
    }
  }

  /// Empty where they are more than are sent at once.
  Optional<Ranges> queries() {
    if (access.partitions().count(request.selection()) > FetchPlan.CALLS_MAX) {
      return Optional.empty();
    }
    List<RangeQuery> queries = neighbours().stream().flatMap(this::queries).toList();
    return queries.size() > FetchPlan.CALLS_MAX
        ? Optional.empty()
        : Optional.of(new Ranges(access, queries));
  }

  /// All of the page, where its partitions are not of one time each.
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
        .names(request.group(), request.selection(), sort, sort)
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

  /// Of what the partition `name` holds between two of the page's places.
  private RangeQuery query(String name, int from, int to) {
    boolean ascending = request.order() == Order.ASCENDING;
    AttributeValue first = sorts.get(from);
    AttributeValue last = sorts.get(to - 1);
    return new RangeQuery(
        access.partitions().value(name),
        ascending ? first : last,
        ascending ? last : first,
        request.order(),
        within(first, last) + Math.max(0, (int) slice.span() - sorts.size()));
  }

  /// How many of the page's items have a sort value of the part's: the part, and what ties at its
  /// edges.
  private int within(AttributeValue first, AttributeValue last) {
    return sorts.lastIndexOf(last) - sorts.indexOf(first) + 1;
  }
}
