package pagemark.pages.result;

import java.time.Duration;

/// The calls, capacity and time that a page or facets cost.
///
/// @param plan how the items were read: `query`, `batch-get`, `first-page` or `cursor` (both read
///   without the index), or `none`
/// @param indexCalls how many calls of the index
/// @param indexReadUnits the capacity units that the index consumed; 0 if it is not in DynamoDB
/// @param tableCalls how many requests for items were sent to DynamoDB
/// @param readUnits the capacity units that these consumed
/// @param roundTrips how many round trips to DynamoDB; requests sent in parallel are one
/// @param suspects how many items that the index promised are gone, or no longer on this page
/// @param discarded how many items were read and not shown
/// @param indexTime the time of the index calls and of the generation's look-up
/// @param tableTime the time of reading the items
public record Cost(
    String plan,
    int indexCalls,
    double indexReadUnits,
    int tableCalls,
    double readUnits,
    int roundTrips,
    int suspects,
    int discarded,
    Duration indexTime,
    Duration tableTime) {

  /// The cost of both, one after the other, of which neither read a table.
  public Cost plusIndex(Cost other) {
    return ofIndex(
        indexCalls + other.indexCalls,
        indexReadUnits + other.indexReadUnits,
        indexTime.plus(other.indexTime));
  }

  /// The cost of what read no table.
  public static Cost ofIndex(int calls, double readUnits, Duration time) {
    return new Cost("none", calls, readUnits, 0, 0, 0, 0, 0, time, Duration.ZERO);
  }
}
