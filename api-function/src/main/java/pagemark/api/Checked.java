package pagemark.api;

import java.util.List;
import java.util.Map;
import pagemark.key.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a page, read and checked.
///
/// @param items in the index's order; fewer than promised where spares did not suffice
/// @param plan how they were read first
/// @param calls requests to DynamoDB
/// @param suspects promised items that are not in the group
/// @param discarded items read and not shown
/// @param doubted positions that the items read speak against
record Checked(
    List<Map<String, AttributeValue>> items,
    String plan,
    int calls,
    double readUnits,
    int suspects,
    int discarded,
    List<Doubted> doubted) {
  /// A position that an index gave.
  ///
  /// @param reason what speaks against it, without any value
  record Doubted(Position position, String reason) {}

  /// Of a page that holds nothing; nothing was read.
  static final Checked NONE = new Checked(List.of(), "none", 0, 0, 0, 0, List.of());

  Checked {
    items = List.copyOf(items);
    doubted = List.copyOf(doubted);
  }

  static Checked of(List<Map<String, AttributeValue>> items, String plan, List<TableRead> reads) {
    int read = reads.stream().mapToInt(r -> r.items().size()).sum();
    int calls = reads.stream().mapToInt(TableRead::calls).sum();
    double units = reads.stream().mapToDouble(TableRead::readUnits).sum();
    return new Checked(items, plan, calls, units, 0, read - items.size(), List.of());
  }

  Checked doubting(int missing, List<Doubted> doubts) {
    return new Checked(items, plan, calls, readUnits, missing, discarded, doubts);
  }

  /// The same items, with what was read before them to find them.
  Checked after(List<TableRead> before, String otherPlan) {
    Checked found = of(List.of(), otherPlan, before);
    return new Checked(
        items,
        otherPlan,
        calls + found.calls,
        readUnits + found.readUnits,
        0,
        discarded,
        List.of());
  }
}
