package pagemark.table;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads a whole table in segments that can be read side by side, each page of a segment as it is
/// at that moment. An item that is there all the time comes once in the whole scan.
public interface TableScan {
  /// Items with what the listing's definition asks of them at least.
  ///
  /// @param segment its number, from 0, of `segments`, at most 1,000,000
  /// @param after the last key of the page before; empty for the first page
  /// @throws software.amazon.awssdk.core.exception.SdkException where the table cannot be read
  Page read(int segment, int segments, Map<String, AttributeValue> after);

  /// Some items, in no order that matters.
  ///
  /// @param lastKey where the next page begins; empty after the last one
  record Page(List<Map<String, AttributeValue>> items, Map<String, AttributeValue> lastKey) {
    public Page {
      items = List.copyOf(items);
      lastKey = Map.copyOf(lastKey);
    }
  }
}
