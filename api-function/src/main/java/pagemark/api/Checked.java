package pagemark.api;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a page, read and checked.
///
/// @param items in the index's order; fewer than promised where spares did not suffice
/// @param plan how they were read first
/// @param calls requests to DynamoDB
/// @param suspects promised items that are not in the group
/// @param discarded items read and not shown
record Checked(
    List<Map<String, AttributeValue>> items,
    String plan,
    int calls,
    double readUnits,
    int suspects,
    int discarded) {
  /// Of a page that holds nothing; nothing was read.
  static final Checked NONE = new Checked(List.of(), "none", 0, 0, 0, 0);

  Checked {
    items = List.copyOf(items);
  }

  static Checked of(
      List<Map<String, AttributeValue>> items,
      FetchPlan plan,
      List<TableRead> reads,
      int suspects) {
    int read = reads.stream().mapToInt(r -> r.items().size()).sum();
    int calls = reads.stream().mapToInt(TableRead::calls).sum();
    double units = reads.stream().mapToDouble(TableRead::readUnits).sum();
    return new Checked(items, plan.plan(), calls, units, suspects, read - items.size());
  }
}
