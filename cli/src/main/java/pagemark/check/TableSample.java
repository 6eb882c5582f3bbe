package pagemark.check;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Some items of a table.
///
/// @param units the read units that they took
public record TableSample(List<Map<String, AttributeValue>> items, int calls, double units) {
  public TableSample {
    items = List.copyOf(items);
  }
}
