package pagemark.pages.unindexed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import pagemark.entry.Order;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Projection;
import pagemark.pages.table.FetchPlan;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableRead.Left;
import pagemark.pages.table.TableReader;
import pagemark.pages.unindexed.PartitionIterator.SortKey;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table in memory, with an index that is queried as in DynamoDB. It counts the reads. Its key is
/// `PK`.
final class MemoryTable implements TableReader {
  private final List<Map<String, AttributeValue>> items = new ArrayList<>();
  private final Map<AttributeValue, List<Map<String, AttributeValue>>> sorted = new HashMap<>();
  private int rounds;
  private int queries;
  private int read;

  void put(List<Map<String, AttributeValue>> more) {
    items.addAll(more);
    sorted.clear();
  }

  int rounds() {
    return rounds;
  }

  int queries() {
    return queries;
  }

  /// How many items were read.
  int read() {
    return read;
  }

  void count() {
    rounds = 0;
    queries = 0;
    read = 0;
  }

  @Override
  public TableRead read(Listing listing, FetchPlan plan) {
    return switch (plan) {
      case FetchPlan.BatchGet batch ->
          new TableRead(byKey(batch.keys()), 1, 0.5, TableRead.Left.NOTHING);
      case FetchPlan.Ranges _ -> throw new AssertionError("nobody knows what lies there");
    };
  }

  private List<Map<String, AttributeValue>> byKey(List<Map<String, AttributeValue>> keys) {
    return items.stream().filter(item -> keys.contains(Map.of("PK", value(item, "PK")))).toList();
  }

  @Override
  public List<TableRead> scan(Listing listing, Ranges asked) {
    rounds++;
    queries += asked.parts().size();
    return asked.parts().stream().map(query -> scan(listing, asked.access(), query)).toList();
  }

  /// Runs a Query. As in DynamoDB, one that reaches its limit has a next one, even if no items
  /// follow.
  private TableRead scan(Listing listing, Access access, RangeQuery query) {
    String sort = listing.definition().positions().sortAttribute();
    List<Map<String, AttributeValue>> found =
        partition(access, query, sort).stream()
            .dropWhile(item -> !query.start().isEmpty() && !isAt(item, query.start()))
            .skip(query.start().isEmpty() ? 0 : 1)
            .limit(query.limit())
            .toList();
    read += found.size();
    Map<String, AttributeValue> next =
        found.size() < query.limit() ? Map.of() : Map.of("PK", value(found.getLast(), "PK"));
    return new TableRead(found, 1, 0.5, Left.of(next, false));
  }

  private List<Map<String, AttributeValue>> partition(
      Access access, RangeQuery query, String sort) {
    String attribute = access.partitions().attribute().name();
    List<Map<String, AttributeValue>> ascending =
        sorted.computeIfAbsent(query.partition(), value -> sorted(attribute, value, sort));
    return (query.order() == Order.ASCENDING ? ascending : ascending.reversed())
        .stream()
            .filter(item -> isWithin(query, SortKey.of(value(item, sort))))
            .map(item -> carried(access, item, sort))
            .toList();
  }

  private List<Map<String, AttributeValue>> sorted(
      String attribute, AttributeValue partition, String sort) {
    return items.stream()
        .filter(item -> partition.equals(item.get(attribute)))
        .sorted(
            Comparator.comparing(
                    (Map<String, AttributeValue> item) -> SortKey.of(value(item, sort)))
                .thenComparingInt(item -> Objects.hash(value(item, "PK").s()) * 0x9E3779B9))
        .toList();
  }

  private static boolean isWithin(RangeQuery query, SortKey sort) {
    return (query.low() == null || SortKey.of(query.low()).compareTo(sort) <= 0)
        && (query.high() == null || SortKey.of(query.high()).compareTo(sort) >= 0);
  }

  private static Map<String, AttributeValue> carried(
      Access access, Map<String, AttributeValue> item, String sort) {
    Map<String, AttributeValue> carried = new HashMap<>(item);
    if (access.projection() instanceof Projection.Keys) {
      String attribute = access.partitions().attribute().name();
      carried.keySet().retainAll(List.of("PK", sort, attribute));
    }
    return carried;
  }

  private static boolean isAt(Map<String, AttributeValue> item, Map<String, AttributeValue> start) {
    return value(item, "PK").equals(start.get("PK"));
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String attribute) {
    return Objects.requireNonNull(item.get(attribute), attribute);
  }
}
