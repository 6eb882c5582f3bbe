package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import pagemark.api.FetchPlan.RangeQuery;
import pagemark.api.FetchPlan.Ranges;
import pagemark.index.PageSlice;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Cuts a page into ranges of sort values that a Query can read each.
final class PageRanges {
  private PageRanges() {}

  static Ranges of(PageRequest request, PageSlice slice, long itemBytes) {
    List<AttributeValue> sorts =
        slice.positions().stream()
            .map(request.listing().definition().positions()::sortValue)
            .toList();
    int outside = (int) slice.span() - sorts.size();
    long fitting = Math.ceilDiv(slice.span() * itemBytes, FetchPlan.CALL_BYTES);
    int parts = Math.clamp(fitting, 1, FetchPlan.CALLS_MAX);
    int each = Math.ceilDiv(sorts.size(), parts);
    List<RangeQuery> queries = new ArrayList<>();
    for (int from = 0; from < sorts.size(); from += each) {
      int to = Math.min(from + each, sorts.size());
      queries.add(range(request, sorts.subList(from, to), within(sorts, from, to) + outside));
    }
    return new Ranges(queries);
  }

  /// How many of the page's items have a sort value of the part's: the part, and what ties at its
  /// edges.
  private static int within(List<AttributeValue> sorts, int from, int to) {
    return sorts.lastIndexOf(sorts.get(to - 1)) - sorts.indexOf(sorts.get(from)) + 1;
  }

  private static RangeQuery range(PageRequest request, List<AttributeValue> sorts, int limit) {
    boolean ascending = request.order() == Order.ASCENDING;
    return new RangeQuery(
        request.listing().definition().group().value(request.group()),
        ascending ? sorts.getFirst() : sorts.getLast(),
        ascending ? sorts.getLast() : sorts.getFirst(),
        request.order(),
        limit);
  }
}
