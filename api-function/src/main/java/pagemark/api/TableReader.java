package pagemark.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the items of listed tables. DynamoDB is behind it in production; tests have others.
interface TableReader {
  /// Reads items by `plan`, in one round trip, with the attributes that `listing` shows and those
  /// that an item's position depends on. [TableRead#left] says what was throttled or cut.
  TableRead read(Listing listing, FetchPlan plan);

  /// Reads partitions in the order of their sort values, one call for each, all in parallel. If the
  /// access does not carry all attributes that a page shows, the items have those that it carries.
  ///
  /// @return the result of each query, in their order
  List<Run> run(Listing listing, List<RunQuery> queries);

  /// A Query of a range of a partition, from its begin or from where an earlier one stopped.
  ///
  /// @param partition the value of the access' partition attribute
  /// @param low the range's smallest sort value; null for the partition's smallest
  /// @param high the range's largest sort value, included; null for the partition's largest
  /// @param limit how many items at most; DynamoDB also stops at 1 MB
  /// @param start the [Run#next] of the earlier query; empty for the first
  record RunQuery(
      Access access,
      AttributeValue partition,
      @Nullable AttributeValue low,
      @Nullable AttributeValue high,
      Order order,
      int limit,
      Map<String, AttributeValue> start) {
    public RunQuery {
      start = Map.copyOf(start);
    }
  }

  /// The result of a [RunQuery].
  ///
  /// @param next where the next query continues; empty if the range has no more items
  record Run(TableRead read, Map<String, AttributeValue> next) {
    public Run {
      next = Map.copyOf(next);
    }
  }
}
