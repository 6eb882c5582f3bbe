package pagemark.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads items of a listed table.
interface TableReader {
  /// Reads as `plan` says, in one round trip: the attributes that `listing` shows, and those that
  /// place an item. What DynamoDB was too busy to read, or cut, is told by [TableRead#left].
  TableRead read(Listing listing, FetchPlan plan);

  /// Reads partitions in their order, each in one call, all at once. Where the access does not
  /// carry what a page shows, the items are what it has of them.
  ///
  /// @return what each query brought, in their order
  List<Run> run(Listing listing, List<RunQuery> queries);

  /// A Query from an end of a range of a partition, or on from where another one stopped.
  ///
  /// @param partition the value of the access' partition attribute
  /// @param low the range's smallest sort value; null for the partition's
  /// @param high its largest, which is in it
  /// @param limit how many items at most; DynamoDB cuts them at 1 MB
  /// @param start what [Run#next] said; empty at the range's end
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

  /// @param next where the items go on; empty where these were the last
  record Run(TableRead read, Map<String, AttributeValue> next) {
    public Run {
      next = Map.copyOf(next);
    }
  }
}
