package pagemark.api;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What a read of the table brought.
///
/// @param items in any order
/// @param calls requests sent
/// @param readUnits capacity units consumed; 0 where they were not asked for
record TableRead(List<Map<String, AttributeValue>> items, int calls, double readUnits) {
  TableRead {
    items = List.copyOf(items);
  }
}
