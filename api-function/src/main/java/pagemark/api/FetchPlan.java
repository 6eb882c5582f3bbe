package pagemark.api;

import java.util.ArrayList;
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

  /// What one Query is planned to read at most; DynamoDB cuts it at 1 MB.
  long PART_BYTES = 800_000;

  int PARTS_MAX = 16;

  /// A Query of the group's items whose sort value lies between two, both included.
  ///
  /// @param low the smaller sort value, whatever the order
  /// @param limit how many items lie there by the index, at most
  record RangeQuery(
      AttributeValue group, AttributeValue low, AttributeValue high, Order order, int limit) {}

  /// Queries, sent at once, of neighbouring ranges that together hold the page.
  record Ranges(List<RangeQuery> parts) implements FetchPlan {
    public Ranges {
      parts = List.copyOf(parts);
    }

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
  ///
  /// @param itemBytes what an item of the listing takes, as far as is known
  static FetchPlan of(PageRequest request, PageSlice slice, long itemBytes) {
    long spanMax = (long) SPAN_FACTOR * slice.positions().size();
    return isQueryable(request.listing()) && slice.span() <= spanMax
        ? ranges(request, slice, itemBytes)
        : byKey(request, slice.positions().stream(), false);
  }

  /// Reads the items that stand at `positions`.
  static BatchGet byKey(PageRequest request, Stream<Position> positions, boolean consistent) {
    PositionCodec codec = request.listing().definition().positions();
    return new BatchGet(
        positions.map(p -> codec.keyAttributes(request.group(), p)).distinct().toList(),
        consistent);
  }

  private static Ranges ranges(PageRequest request, PageSlice slice, long itemBytes) {
    List<AttributeValue> sorts =
        slice.positions().stream()
            .map(request.listing().definition().positions()::sortValue)
            .toList();
    int outside = (int) slice.span() - sorts.size();
    int parts = Math.clamp(Math.ceilDiv(slice.span() * itemBytes, PART_BYTES), 1, PARTS_MAX);
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

  private static boolean isQueryable(Listing listing) {
    return listing.projectionCovers() && isInOrder(listing);
  }

  /// Whether a Query goes through a group in its order: a table that is listed without an index
  /// does so only where its key is group and sort.
  static boolean isInOrder(Listing listing) {
    IndexDefinition definition = listing.definition();
    List<String> key = definition.positions().key().stream().map(KeyAttribute::name).toList();
    return listing.gsi() != null
        || key.equals(List.of(definition.group().name(), definition.positions().sortAttribute()));
  }
}
