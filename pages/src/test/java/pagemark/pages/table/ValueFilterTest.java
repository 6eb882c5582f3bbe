package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.listing.Choice;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.pages.Definitions;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class ValueFilterTest {
  private static final Listing ORDERS =
      Definitions.only(
          """
          {"orders": {"table": "orders", "index": "byCustomer",
            "group": {"attribute": "customer"}, "sort": {"attribute": "at", "type": "integer"},
            "key": [{"attribute": "id"}], "attributes": "*", "filters": {
              "status": {"attribute": "status", "values": ["OPEN", "", 5, 1e99]},
              "gift": {"attribute": "gift", "values": [true]},
              "price": {"attribute": "price", "ranges": [10]},
              "country": {"path": ["address", "country"], "values": ["DE"]},
              "when": {"attribute": "at", "values": [7]}}}}
          """);

  private final Map<String, String> names = new HashMap<>(Map.of("#a0", "gift"));
  private final Map<String, AttributeValue> values = new HashMap<>(Map.of(":low", fromN("1")));

  /// @param chosen ordinals, by the name of their filter
  private @Nullable String expression(Map<String, List<Integer>> chosen) {
    Selection selection = Selection.whole(ORDERS.definition());
    for (Choice all : selection.choices()) {
      List<Integer> ordinals = chosen.get(all.filter().name());
      if (ordinals != null) {
        selection = selection.with(new Choice(all.filter(), new TreeSet<>(ordinals)));
      }
    }
    Scope scope = Scope.of(ORDERS, List.of("ann")).with(selection);
    return ValueFilter.of(scope, ORDERS.accesses().getFirst()).expression(names, values);
  }

  @Test
  void selectedValuesPass() {
    assertEquals(
        "#f1 IN (:f1, :f2, :f3) AND #a0 IN (:f4)",
        expression(Map.of("status", List.of(1, 2, 3), "gift", List.of(1))));
    assertEquals(Map.of("#a0", "gift", "#f1", "status"), names);
    assertEquals(
        Map.of(
            ":low", fromN("1"),
            ":f1", fromS("OPEN"),
            ":f2", fromS(""),
            ":f3", fromN("5"),
            ":f4", fromBool(true)),
        values);
  }

  @Test
  void whatDynamoDbCannotTellOrWouldRefusePasses() {
    assertNull(expression(Map.of()), "all values");
    assertNull(expression(Map.of("status", List.of(0, 1))), "other");
    assertNull(expression(Map.of("status", List.of(1, 4))), "no number of DynamoDB");
    assertNull(expression(Map.of("price", List.of(1), "country", List.of(1))));
    assertNull(expression(Map.of("when", List.of(1))), "the queried key");
  }
}
