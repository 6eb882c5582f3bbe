package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import pagemark.api.TableRead.Left;
import pagemark.index.PageSlice;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Order;
import pagemark.listing.PageSize;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One way to read items, as DynamoDB takes it: calls that are sent at once.
sealed interface FetchPlan {
  /// What one call is planned to read at most, two items of the largest size: DynamoDB cuts a Query
  /// at 1 MB, and may leave of a BatchGetItem what passes that.
  long CALL_BYTES = 2 * ItemSizes.MAX;

  /// At once.
  int CALLS_MAX = 64;

  /// What Queries are planned to read for a page; one that needs more is read by key.
  long PAGE_BYTES_MAX = 16L << 20;

  /// A Query of a partition's items whose sort value lies between two, both included.
  ///
  /// @param partition the partition key's value
  /// @param low the smaller sort value, whatever the order
  /// @param limit how many items lie there by the index, at most
  record RangeQuery(
      AttributeValue partition, AttributeValue low, AttributeValue high, Order order, int limit) {}

  /// Queries of neighbouring ranges, and of partitions side by side, that together hold the page.
  ///
  /// @param parts at least one
  record Ranges(Access access, List<RangeQuery> parts) implements FetchPlan {
    public Ranges {
      parts = List.copyOf(parts);
    }

    @Override
    public String plan() {
      return "query";
    }

    /// What it costs to read so many bytes with them.
    double units(long bytes) {
      return parts.size() * ReadUnits.query(Math.ceilDiv(bytes, parts.size()));
    }
  }

  /// BatchGetItems on the table.
  ///
  /// @param keys at least one, all different
  /// @param each how many keys a call has at most, 1 to 100
  record BatchGet(List<Map<String, AttributeValue>> keys, int each, boolean consistent)
      implements FetchPlan {
    public BatchGet {
      keys = List.copyOf(keys);
    }

    /// @param itemBytes what an item is expected to take
    static BatchGet of(List<Map<String, AttributeValue>> keys, long itemBytes, boolean consistent) {
      return ofCalls(keys, Math.clamp(CALL_BYTES / itemBytes, 1, PageSize.LIMIT), consistent);
    }

    private static BatchGet ofCalls(
        List<Map<String, AttributeValue>> keys, int eachMax, boolean consistent) {
      int calls = Math.min(Math.ceilDiv(keys.size(), eachMax), CALLS_MAX);
      return new BatchGet(keys, Math.ceilDiv(keys.size(), calls), consistent);
    }

    /// Reads what this left: in calls of half as many keys where those were too large.
    ///
    /// @param left of at least one key
    BatchGet again(Left left) {
      return ofCalls(left.keys(), left.cut() ? Math.ceilDiv(each, 2) : each, consistent);
    }

    List<BatchGet> calls() {
      List<BatchGet> calls = new ArrayList<>();
      for (int from = 0; from < keys.size(); from += each) {
        List<Map<String, AttributeValue>> some =
            keys.subList(from, Math.min(from + each, keys.size()));
        calls.add(new BatchGet(some, each, consistent));
      }
      return calls;
    }

    @Override
    public String plan() {
      return "batch-get";
    }
  }

  /// Its name in diagnostics.
  String plan();

  /// The cheapest way to read a page that holds at least one position: Queries where they consume
  /// no more capacity than reads by key, are not too many, and do not read too much.
  ///
  /// @param access to query, where it can read the request's selection
  /// @param slice whose span counts the cells that `access` reads
  static FetchPlan of(PageRequest request, Access access, PageSlice slice, ItemSizes sizes) {
    long wholeBytes = sizes.ofTable(request.listing());
    long itemBytes = sizes.of(request.listing(), access.index());
    BatchGet byKey = byKey(request, slice.positions().stream(), wholeBytes, false);
    double units = ReadUnits.byKey(byKey.keys().size(), wholeBytes);
    long bytes = slice.span() * itemBytes;
    return Optional.of(access)
        .filter(a -> bytes <= PAGE_BYTES_MAX)
        .filter(a -> Accesses.canRead(request.listing(), a, request.group(), request.selection()))
        .flatMap(a -> new PageRanges(request, a, slice, itemBytes).queries())
        .filter(queries -> queries.units(bytes) <= units)
        .<FetchPlan>map(queries -> queries)
        .orElse(byKey);
  }

  /// Reads the items that stand at `positions`.
  ///
  /// @param itemBytes what an item is expected to take
  static BatchGet byKey(
      PageRequest request, Stream<Position> positions, long itemBytes, boolean consistent) {
    PositionCodec codec = request.listing().definition().positions();
    return BatchGet.of(
        positions.map(p -> codec.keyAttributes(request.group(), p)).distinct().toList(),
        itemBytes,
        consistent);
  }
}
