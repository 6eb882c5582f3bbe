package pagemark.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import pagemark.listing.IndexDefinition;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/// Reads a whole table in segments, which can be read in parallel. Each page shows its items as
/// they are when that page is read. An item that exists during the whole scan comes exactly once.
public interface TableScan {
  /// Reads one page. Items have at least the attributes that the listing's definition needs.
  ///
  /// @param segment the segment's number, from 0
  /// @param segments how many segments the scan has, at most 1,000,000
  /// @param after the last key of the previous page; empty for the first page
  Page read(int segment, int segments, Map<String, AttributeValue> after);

  /// A scan of the definition's table, which projects the attributes that the definition needs. A
  /// page covers at most 1 MB of the table.
  static TableScan of(DynamoDbClient dynamo, IndexDefinition definition) {
    Map<String, String> names = new TreeMap<>();
    definition.placingAttributes().forEach(attribute -> names.put("#a" + names.size(), attribute));
    ScanRequest request =
        ScanRequest.builder()
            .tableName(definition.table())
            .consistentRead(true)
            .projectionExpression(String.join(",", names.keySet()))
            .expressionAttributeNames(names)
            .build();
    return (segment, segments, after) -> {
      ScanResponse page =
          dynamo.scan(
              request.copy(
                  scan ->
                      scan.segment(segment)
                          .totalSegments(segments)
                          .exclusiveStartKey(after.isEmpty() ? null : after)));
      return new Page(
          page.items(), page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of());
    };
  }

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
