package pagemark.pages.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.PageSlice;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Partitions;
import pagemark.pages.scope.Scope;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.TableRead.Left;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A way to read the items of a page from DynamoDB in one round trip: Queries or BatchGetItems that
/// are sent in parallel.
///
/// A Query reads neighbouring items and rounds their size up once; if a filter is set, it also
/// reads items that the page does not show. A read by key reads just the page's items, and rounds
/// each of them up. [#of] takes the one that consumes less capacity.
public sealed interface FetchPlan {
  /// How much one call is planned to read at most: two items of the largest size. DynamoDB cuts a
  /// Query at 1 MB, and may leave keys of a BatchGetItem that passes it.
  long CALL_BYTES = 2 * ItemSizes.MAX;

  /// BatchGetItem reads at most 100 items in one call.
  int CALL_KEYS_MAX = 100;

  /// How many calls are sent in parallel at most.
  int CALLS_MAX = 64;

  /// How much the Queries of a page are planned to read at most. A page that needs more is read by
  /// key.
  long PAGE_BYTES_MAX = 16L << 20;

  /// A Query of the items of a partition with sort values from `low` to `high`, both included.
  ///
  /// @param partition the partition key's value
  /// @param low the smaller sort value, whatever the order; null for the partition's smallest
  /// @param high the larger sort value; null for the partition's largest
  /// @param limit how many items at most; DynamoDB also stops at 1 MB
  /// @param start the [TableRead.Left#next] of the Query that this one continues; empty if it reads
  ///   the range from its begin. Inside a tie, any other start key would begin at an arbitrary
  ///   place
  record RangeQuery(
      AttributeValue partition,
      @Nullable AttributeValue low,
      @Nullable AttributeValue high,
      Order order,
      int limit,
      Map<String, AttributeValue> start) {
    public RangeQuery {
      start = Map.copyOf(start);
    }
  }

  /// Queries of neighbouring ranges and parallel partitions that together hold the page.
  ///
  /// @param parts at least one
  /// @param filter leaves items out of the answers
  record Ranges(Access access, List<RangeQuery> parts, ValueFilter filter) implements FetchPlan {
    public Ranges {
      parts = List.copyOf(parts);
    }

    public Ranges(Access access, List<RangeQuery> parts) {
      this(access, parts, ValueFilter.NONE);
    }

    /// The read units to read so many bytes with these Queries.
    double units(long bytes) {
      return parts.size() * ReadUnits.query(Math.ceilDiv(bytes, parts.size()));
    }
  }

  /// BatchGetItems of the table.
  ///
  /// @param keys at least one; all are different
  /// @param each how many keys one call has at most, 1 to 100
  record BatchGet(List<Map<String, AttributeValue>> keys, int each, boolean consistent)
      implements FetchPlan {
    public BatchGet {
      keys = List.copyOf(keys);
    }

    /// @param itemBytes the expected size of an item
    public static BatchGet of(
        List<Map<String, AttributeValue>> keys, long itemBytes, boolean consistent) {
      return ofCalls(keys, Math.clamp(CALL_BYTES / itemBytes, 1, CALL_KEYS_MAX), consistent);
    }

    private static BatchGet ofCalls(
        List<Map<String, AttributeValue>> keys, int eachMax, boolean consistent) {
      int calls = Math.min(Math.ceilDiv(keys.size(), eachMax), CALLS_MAX);
      return new BatchGet(keys, Math.ceilDiv(keys.size(), calls), consistent);
    }

    /// A plan for the keys that this one left. If its calls were too large, the new ones have half
    /// as many keys.
    ///
    /// @param left has at least one key
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
  }

  /// The plan's name in diagnostics.
  default String plan() {
    return this instanceof Ranges ? "query" : "batch-get";
  }

  /// The cheapest plan for a page. It has Queries if there is an access, if they consume no more
  /// capacity than reads by key, and if they stay below [#CALLS_MAX] and [#PAGE_BYTES_MAX]. All
  /// other pages are read by key.
  ///
  /// @param queried empty if the page's items can only be read by key
  /// @param slice has at least one position; its span counts the cells that the access reads
  static FetchPlan of(Scope scope, Optional<Access> queried, PageSlice slice, ItemSizes sizes) {
    long wholeBytes = sizes.ofTable(scope.listing());
    BatchGet byKey = byKey(scope, slice.positions().stream(), wholeBytes, false);
    double unitsMax = ReadUnits.byKey(byKey.keys().size(), wholeBytes);
    return queried
        .flatMap(access -> ranges(scope, access, slice, sizes, unitsMax))
        .<FetchPlan>map(queries -> queries)
        .orElse(byKey);
  }

  private static Optional<Ranges> ranges(
      Scope scope, Access access, PageSlice slice, ItemSizes sizes, double unitsMax) {
    long itemBytes = sizes.of(scope.listing(), access.index());
    long bytes = slice.span() * itemBytes;
    return bytes > PAGE_BYTES_MAX
        ? Optional.empty()
        : new PageRanges(scope, access, slice, itemBytes)
            .queries()
            .filter(queries -> queries.units(bytes) <= unitsMax);
  }

  /// A plan that reads the items at `positions` by key.
  ///
  /// @param itemBytes the expected size of an item
  static BatchGet byKey(
      Scope scope, Stream<Position> positions, long itemBytes, boolean consistent) {
    PositionCodec codec = scope.positions();
    return BatchGet.of(
        positions.map(p -> codec.keyAttributes(scope.group(), p)).distinct().toList(),
        itemBytes,
        consistent);
  }

  /// Cuts a page into ranges of sort values. A new range begins if the items stand in other
  /// partitions, or if one Query would read more than [FetchPlan#CALL_BYTES]. Each range is read
  /// with one Query for each partition that may hold its items.
  static final class PageRanges {
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
          : Optional.of(new Ranges(access, queries, ValueFilter.of(scope, access)));
    }

    /// The whole page if its partitions are not buckets of time; else a part for each run of items
    /// in the same buckets.
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
      int parts =
          Math.clamp(Math.ceilDiv(ofPartition, FetchPlan.CALL_BYTES), 1, neighbours.count());
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
}
