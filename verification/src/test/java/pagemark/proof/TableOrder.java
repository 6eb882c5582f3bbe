package pagemark.proof;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The items of a table by group, each group by its sort value and then by the bytes of the item
/// key: read by a consistent Scan, without anything of Pagemark but the order of bytes.
///
/// @param listing that pages the table in this order, such as `ratings`, or with one of its sorts
///   `ratings@newest`
/// @param group the name of the group attribute, a string, a number, or a list of strings of which
///   each is a group; empty if all items are one group
/// @param sort the order of the sort values
/// @param key the names of the table's key attributes, strings or numbers
record TableOrder(
    String listing, String group, Comparator<Map<String, AttributeValue>> sort, List<String> key) {

  /// The items of one group in ascending order.
  record Group(String name, List<Map<String, AttributeValue>> items) {
    int size() {
      return items.size();
    }
  }

  /// By a number's value.
  static Comparator<Map<String, AttributeValue>> byNumber(String attribute) {
    return comparing(item -> new BigDecimal(Attribute.text(item, attribute)));
  }

  /// By a string's UTF-8 bytes.
  static Comparator<Map<String, AttributeValue>> byText(String attribute) {
    return comparing(item -> Bytes.utf8(Attribute.text(item, attribute)));
  }

  /// All groups, the largest first.
  List<Group> read(DynamoDbClient dynamo, String table) {
    return groups(
        dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
            .toList());
  }

  /// The groups of a table that holds `items`, the largest first.
  List<Group> groups(List<Map<String, AttributeValue>> items) {
    Map<String, List<Map<String, AttributeValue>>> byName = new HashMap<>();
    items.stream()
        .sorted(order())
        .forEach(
            item ->
                groupsOf(item)
                    .forEach(
                        name -> byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(item)));
    List<Group> groups = new ArrayList<>();
    byName.forEach((name, members) -> groups.add(new Group(name, members)));
    groups.sort(comparingInt(Group::size).reversed().thenComparing(Group::name));
    return groups;
  }

  private Set<String> groupsOf(Map<String, AttributeValue> item) {
    return group.isEmpty() ? Set.of("") : Attribute.texts(item, group);
  }

  private Comparator<Map<String, AttributeValue>> order() {
    Comparator<Map<String, AttributeValue>> order = sort;
    for (String attribute : key) {
      order = order.thenComparing(byText(attribute));
    }
    return order;
  }

  /// The most items of `ofGroup` that share one sort value.
  int mostTied(Group ofGroup) {
    int most = 0;
    int tied = 0;
    for (int i = 0; i < ofGroup.size(); i++) {
      boolean same = i > 0 && sort.compare(ofGroup.items().get(i - 1), ofGroup.items().get(i)) == 0;
      tied = same ? tied + 1 : 1;
      most = Math.max(most, tied);
    }
    return most;
  }
}
