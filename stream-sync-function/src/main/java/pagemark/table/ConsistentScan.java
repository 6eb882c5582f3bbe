package pagemark.table;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import pagemark.listing.IndexDefinition;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/// Reads the base table with Scan and ConsistentRead, and projects the attributes that a definition
/// needs. A page covers at most 1 MB of the table.
///
/// @param table the table's name
/// @param names placeholder to attribute name, for the projection
public record ConsistentScan(DynamoDbClient dynamo, String table, Map<String, String> names)
    implements TableScan {
  public ConsistentScan {
    names = Map.copyOf(names);
  }

  /// A scan of the definition's table.
  public static ConsistentScan of(DynamoDbClient dynamo, IndexDefinition definition) {
    Map<String, String> names = new TreeMap<>();
    definition.placingAttributes().forEach(attribute -> names.put("#a" + names.size(), attribute));
    return new ConsistentScan(dynamo, definition.table(), names);
  }

  @Override
  public Page read(int segment, int segments, Map<String, AttributeValue> after) {
    ScanResponse response =
        dynamo.scan(
            ScanRequest.builder()
                .tableName(table)
                .consistentRead(true)
                .segment(segment)
                .totalSegments(segments)
                .exclusiveStartKey(after.isEmpty() ? null : after)
                .projectionExpression(names.keySet().stream().collect(Collectors.joining(",")))
                .expressionAttributeNames(names)
                .build());
    return new Page(
        response.items(), response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : Map.of());
  }
}
