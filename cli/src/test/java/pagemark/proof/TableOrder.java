package pagemark.proof;

import static java.util.Comparator.comparing;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pagemark.key.Bytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a table by group, each group by its sort value and then by the bytes of the item
/// key: read by a consistent Scan, without anything of Pagemark but the order of bytes.
///
/// @param group the name of the group attribute, a string
/// @param sort the name of the sort attribute, a number
/// @param key the name of the table's key attribute, a string
record TableOrder(String group, String sort, String key) {
  Map<String, List<Map<String, AttributeValue>>> read(DynamoDbClient dynamo, String table) {
    Map<String, List<Map<String, AttributeValue>>> groups =
        dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
            .collect(
                Collectors.groupingBy(
                    item -> Attribute.text(item, group), HashMap::new, Collectors.toList()));
    groups.values().forEach(items -> items.sort(order()));
    return groups;
  }

  private Comparator<Map<String, AttributeValue>> order() {
    return comparing(
            (Map<String, AttributeValue> item) -> new BigDecimal(Attribute.text(item, sort)))
        .thenComparing(item -> Bytes.utf8(Attribute.text(item, key)));
  }
}
