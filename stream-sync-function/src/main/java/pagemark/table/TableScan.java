package pagemark.table;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads a whole table in segments, which can be read in parallel. Each page shows its items as
/// they are when that page is read. An item that exists during the whole scan comes exactly once.
public interface TableScan {
  /// Reads one page. Items have at least the attributes that the listing's definition needs.
  ///
  /// @param segment the segment's number, from 0
  /// @param segments how many segments the scan has, at most 1,000,000
  /// @param after the last key of the previous page; empty for the first page
  /// @throws software.amazon.awssdk.core.exception.SdkException if the table cannot be read
  Page read(int segment, int segments, Map<String, AttributeValue> after);

  /// Items in no particular order.
  ///
  /// @param lastKey the next page starts after this key; empty on the last page
  record Page(List<Map<String, AttributeValue>> items, Map<String, AttributeValue> lastKey) {
    public Page {
      items = List.copyOf(items);
      lastKey = Map.copyOf(lastKey);
    }
  }
}
