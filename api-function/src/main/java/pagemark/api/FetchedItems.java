package pagemark.api;

import java.util.List;
import java.util.Map;
import pagemark.key.Entry;
import pagemark.key.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The checked items of a page, with the cost of reading them.
///
/// @param items in the index's order; fewer than promised if the spare ones did not suffice
/// @param positions the position of each item
/// @param plan the name of the first read's plan
/// @param calls how many requests were sent to DynamoDB
/// @param suspects how many promised items are not in the group, or no longer on this page
/// @param discarded how many items were read and not shown
/// @param roundTrips how many round trips to DynamoDB; calls sent in parallel are one
/// @param doubted the index entries that the items read contradict
record FetchedItems(
    List<Map<String, AttributeValue>> items,
    List<Position> positions,
    String plan,
    int calls,
    double readUnits,
    int suspects,
    int discarded,
    int roundTrips,
    List<Doubted> doubted) {
  /// An entry that is wrong in the index, to judge by the items that were read.
  ///
  /// @param seen the entry, in [pagemark.key.Cell#WHOLE] if its cell is unknown
  /// @param reason what is wrong with it, without any value of the item
  /// @param missing true if the index lacks the entry, false if it should not have it
  record Doubted(Entry seen, String reason, boolean missing) {}

  /// The items of an empty page, for which nothing was read.
  static final FetchedItems NONE =
      new FetchedItems(List.of(), List.of(), "none", 0, 0, 0, 0, 0, List.of());

  FetchedItems {
    items = List.copyOf(items);
    positions = List.copyOf(positions);
    doubted = List.copyOf(doubted);
  }

  /// @param reads the reads of the table, one for each round trip
  static FetchedItems of(List<Placed> shown, String plan, List<TableRead> reads) {
    int read = reads.stream().mapToInt(r -> r.items().size()).sum();
    return new FetchedItems(
        shown.stream().<Map<String, AttributeValue>>map(Placed::item).toList(),
        shown.stream().map(Placed::position).toList(),
        plan,
        calls(reads),
        units(reads),
        0,
        read - shown.size(),
        reads.size(),
        List.of());
  }

  private static int calls(List<TableRead> reads) {
    return reads.stream().mapToInt(TableRead::calls).sum();
  }

  private static double units(List<TableRead> reads) {
    return reads.stream().mapToDouble(TableRead::readUnits).sum();
  }

  FetchedItems doubting(int missing, List<Doubted> doubts) {
    return new FetchedItems(
        items, positions, plan, calls, readUnits, missing, discarded, roundTrips, doubts);
  }

  /// Adds the cost of earlier reads, which found the page.
  FetchedItems after(List<TableRead> before) {
    return new FetchedItems(
        items,
        positions,
        plan,
        calls + calls(before),
        readUnits + units(before),
        suspects,
        discarded,
        roundTrips + before.size(),
        doubted);
  }

  /// The same items under another plan and without doubts, as no index promised them.
  FetchedItems promisedByNone(String otherPlan) {
    return new FetchedItems(
        items, positions, otherPlan, calls, readUnits, 0, discarded, roundTrips, List.of());
  }

  FetchedItems reversed() {
    return new FetchedItems(
        items.reversed(),
        positions.reversed(),
        plan,
        calls,
        readUnits,
        suspects,
        discarded,
        roundTrips,
        doubted);
  }
}
