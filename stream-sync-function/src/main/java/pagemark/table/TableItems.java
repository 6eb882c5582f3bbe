package pagemark.table;

import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads single items of the followed table.
public interface TableItems {
  /// Reads items as they are now: the answer includes every write that was made before the call.
  ///
  /// @param keys the items' key attributes, at most 100
  /// @return the items that exist, by their keys
  Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys);
}
