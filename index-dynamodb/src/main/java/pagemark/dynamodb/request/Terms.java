package pagemark.dynamodb.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.node.Inner;
import pagemark.dynamodb.node.ItemCodec;
import pagemark.dynamodb.request.Request.Delete;
import pagemark.dynamodb.request.Request.Exchange;
import pagemark.dynamodb.request.Request.Expected;
import pagemark.dynamodb.request.Request.Put;
import pagemark.dynamodb.request.Request.Tell;
import pagemark.dynamodb.request.Request.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The expressions of a write. An expression may have 4,096 bytes and 300 operators; the largest,
/// of a [Tell] of 100 tallies, has 1,800 bytes and 200 operators.
///
/// @param update null unless the write is an update
/// @param names null if no name is replaced, because DynamoDB refuses an empty map
/// @param values null if there are none
record Terms(
    @Nullable String update,
    String condition,
    @Nullable Map<String, String> names,
    @Nullable Map<String, AttributeValue> values) {
  private static final String ABSENT = "attribute_not_exists(" + ItemCodec.PARTITION + ")";
  private static final String PRESENT = "attribute_exists(" + ItemCodec.PARTITION + ")";
  private static final String NEXT_VERSION = " ADD " + ItemCodec.VERSION + " :1";

  static Terms of(Write write) {
    return switch (write) {
      case Put put -> of(put.expected());
      case Delete delete -> of(delete.expected());
      case Tell tell -> of(tell);
      case Exchange exchange -> of(exchange);
    };
  }

  private static Terms of(Expected expected) {
    return switch (expected) {
      case Expected.Absent() -> new Terms(null, ABSENT, null, null);
      case Expected.Present() -> new Terms(null, PRESENT, null, null);
      case Expected.Version(var kind, long version) ->
          new Terms(
              null,
              (kind == Inner.class ? ItemCodec.STRUCTURE_VERSION : ItemCodec.VERSION) + " = :v",
              null,
              Map.of(":v", AttributeValue.fromN(Long.toString(version))));
    };
  }

  private static Terms of(Tell tell) {
    Kids kids = new Kids();
    List<String> sets = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    tell.tallies()
        .forEach(
            (name, tally) -> {
              String path = kids.path(name);
              sets.add(path + " = " + kids.value(ItemCodec.tally(tally)));
              conditions.add(path + " < " + kids.value(ItemCodec.tallies(tally.version())));
            });
    return kids.terms("SET " + String.join(", ", sets), conditions);
  }

  private static Terms of(Exchange exchange) {
    Kids kids = new Kids();
    List<String> sets = new ArrayList<>();
    List<String> removals = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    exchange
        .made()
        .forEach(
            (name, tally) ->
                sets.add(kids.path(name) + " = " + kids.value(ItemCodec.tally(tally))));
    for (long name : exchange.gone()) {
      String path = kids.path(name);
      conditions.add("attribute_exists(" + path + ")");
      if (!exchange.made().containsKey(name)) {
        removals.add(path);
      }
    }
    String update =
        (sets.isEmpty() ? "" : "SET " + String.join(", ", sets))
            + (removals.isEmpty() ? "" : " REMOVE " + String.join(", ", removals));
    return kids.terms(update, conditions.isEmpty() ? List.of(PRESENT) : conditions);
  }

  /// Collects the names and values of kids.
  private static final class Kids {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    String path(long name) {
      String placeholder = "#" + names.size();
      names.put(placeholder, ItemCodec.name(name));
      return ItemCodec.TALLIES + "." + placeholder;
    }

    String value(AttributeValue value) {
      String placeholder = ":k" + values.size();
      values.put(placeholder, value);
      return placeholder;
    }

    Terms terms(String update, List<String> conditions) {
      values.put(":1", AttributeValue.fromN("1"));
      return new Terms(
          update + NEXT_VERSION,
          String.join(" AND ", conditions),
          names.isEmpty() ? null : names,
          values);
    }
  }
}
