package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What a read of the table brought.
///
/// @param items in any order
/// @param calls requests sent
/// @param readUnits capacity units consumed
record TableRead(List<Map<String, AttributeValue>> items, int calls, double readUnits) {
  TableRead {
    items = List.copyOf(items);
  }

  TableRead plus(TableRead other) {
    List<Map<String, AttributeValue>> both = new ArrayList<>(items);
    both.addAll(other.items);
    return new TableRead(both, calls + other.calls, readUnits + other.readUnits);
  }
}
