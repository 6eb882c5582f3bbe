package pagemark.api;

import java.util.List;
import java.util.Map;
import pagemark.key.Entry;
import pagemark.key.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a page, read and checked.
///
/// @param items in the index's order; fewer than promised where spares did not suffice
/// @param positions where each of them stands
/// @param plan how they were read first
/// @param calls requests to DynamoDB
/// @param suspects promised items that are not in the group, or do not stand where the page is
/// @param discarded items read and not shown
/// @param roundTrips to DynamoDB, each of calls sent at once
/// @param doubted what the items read speak against
record Checked(
    List<Map<String, AttributeValue>> items,
    List<Position> positions,
    String plan,
    int calls,
    double readUnits,
    int suspects,
    int discarded,
    int roundTrips,
    List<Doubted> doubted) {
  /// An entry that the index seems to have wrong, judged by the items that were read.
  ///
  /// @param seen the entry; in [pagemark.key.Cell#WHOLE] if nobody knows its cell
  /// @param reason what speaks against it, without any value
  /// @param missing whether the index lacks the entry, else it has one that it should not
  record Doubted(Entry seen, String reason, boolean missing) {}

  /// Of a page that holds nothing; nothing was read.
  static final Checked NONE = new Checked(List.of(), List.of(), "none", 0, 0, 0, 0, 0, List.of());

  Checked {
    items = List.copyOf(items);
    positions = List.copyOf(positions);
    doubted = List.copyOf(doubted);
  }

  /// @param reads one for each round trip
  static Checked of(List<Placed> shown, String plan, List<TableRead> reads) {
    int read = reads.stream().mapToInt(r -> r.items().size()).sum();
    return new Checked(
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

  Checked doubting(int missing, List<Doubted> doubts) {
    return new Checked(
        items, positions, plan, calls, readUnits, missing, discarded, roundTrips, doubts);
  }

  /// The same, with what was read before to find the page.
  Checked after(List<TableRead> before) {
    return new Checked(
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

  /// The same items without doubts, as no index promised them.
  Checked promisedByNone(String otherPlan) {
    return new Checked(
        items, positions, otherPlan, calls, readUnits, 0, discarded, roundTrips, List.of());
  }

  Checked reversed() {
    return new Checked(
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
