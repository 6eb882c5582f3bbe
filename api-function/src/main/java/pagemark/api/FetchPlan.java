package pagemark.api;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import pagemark.index.PageSlice;
import pagemark.key.KeyAttribute;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One way to read items, as DynamoDB takes it.
sealed interface FetchPlan {
  /// A Query may read this many times the page's items before reading them by key is better.
  int SPAN_FACTOR = 4;

  /// Query: the group's items whose sort value lies between two, both included.
  ///
  /// @param low the smaller sort value, whatever the order
  /// @param limit how many items lie there by the index
  record RangeQuery(
      AttributeValue group, AttributeValue low, AttributeValue high, Order order, int limit)
      implements FetchPlan {
    @Override
    public String plan() {
      return "query";
    }
  }

  /// BatchGetItem on the table.
  ///
  /// @param keys 1 to 100, all different
  record BatchGet(List<Map<String, AttributeValue>> keys, boolean consistent) implements FetchPlan {
    public BatchGet {
      keys = List.copyOf(keys);
    }

    @Override
    public String plan() {
      return "batch-get";
    }
  }

  /// Its name in diagnostics.
  String plan();

  /// The cheapest way to read a page that holds at least one position.
  static FetchPlan of(PageRequest request, PageSlice slice) {
    Listing listing = request.listing();
    long spanMax = (long) SPAN_FACTOR * slice.positions().size();
    if (!isQueryable(listing) || !listing.projectionCovers() || slice.span() > spanMax) {
      return byKey(listing.definition().positions(), slice.positions().stream(), false);
    }
    return range(request, slice);
  }

  /// Reads the items that stand at `positions`.
  static BatchGet byKey(PositionCodec codec, Stream<Position> positions, boolean consistent) {
    return new BatchGet(positions.map(codec::keyAttributes).distinct().toList(), consistent);
  }

  private static RangeQuery range(PageRequest request, PageSlice slice) {
    IndexDefinition definition = request.listing().definition();
    AttributeValue first = definition.positions().sortValue(slice.positions().getFirst());
    AttributeValue last = definition.positions().sortValue(slice.positions().getLast());
    boolean ascending = request.order() == Order.ASCENDING;
    return new RangeQuery(
        definition.group().type().value(request.group().text()),
        ascending ? first : last,
        ascending ? last : first,
        request.order(),
        (int) slice.span());
  }

  /// A table that is listed without an index can be queried only where its key is group and sort.
  private static boolean isQueryable(Listing listing) {
    IndexDefinition definition = listing.definition();
    List<String> key = definition.positions().key().stream().map(KeyAttribute::name).toList();
    return listing.gsi() != null
        || key.equals(List.of(definition.group().name(), definition.positions().sortAttribute()));
  }
}
