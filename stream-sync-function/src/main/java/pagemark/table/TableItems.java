package pagemark.table;

import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of the followed table.
public interface TableItems {
  /// Items as they are now: what was written before the call is in the answer.
  ///
  /// @param keys their key attributes, at most 100
  /// @return the items that exist, by their keys
  /// @throws software.amazon.awssdk.core.exception.SdkException where DynamoDB cannot be asked
  Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys);
}
