package pagemark.dynamodb.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Tally;
import pagemark.tree.request.NodeRequest.Delete;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Put;
import pagemark.tree.request.NodeRequest.RaiseTallies;
import pagemark.tree.request.NodeRequest.ReplaceChildren;
import pagemark.tree.request.NodeRequest.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The expressions of a write. An expression may have 4,096 bytes and 300 operators; the largest,
/// of a [RaiseTallies] of 100 tallies, has 1,800 bytes and 200 operators.
///
/// @param update null unless the write is an update
/// @param names null if no name is replaced, because DynamoDB refuses an empty map
/// @param values null if there are none
record WriteExpressions(
    @Nullable String update,
    String condition,
    @Nullable Map<String, String> names,
    @Nullable Map<String, AttributeValue> values) {
  private static final String ABSENT = "attribute_not_exists(" + ItemCodec.PARTITION + ")";
  private static final String PRESENT = "attribute_exists(" + ItemCodec.PARTITION + ")";
  private static final String NEXT_VERSION = " ADD " + ItemCodec.VERSION + " :1";

  static WriteExpressions of(Write write) {
    return switch (write) {
      case Put put -> of(put.expected());
      case Delete delete -> of(delete.expected());
      case RaiseTallies raise -> of(raise);
      case ReplaceChildren replace -> of(replace);
    };
  }

  private static WriteExpressions of(Expected expected) {
    return switch (expected) {
      case Expected.Absent() -> new WriteExpressions(null, ABSENT, null, null);
      case Expected.Present() -> new WriteExpressions(null, PRESENT, null, null);
      case Expected.Version(var kind, long version) ->
          new WriteExpressions(
              null,
              (kind == Inner.class ? ItemCodec.STRUCTURE_VERSION : ItemCodec.VERSION) + " = :v",
              null,
              Map.of(":v", AttributeValue.fromN(Long.toString(version))));
    };
  }

  private static WriteExpressions of(RaiseTallies raise) {
    Children children = new Children();
    List<String> sets = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    raise
        .tallies()
        .forEach(
            (name, tally) -> {
              String path = children.path(name);
              sets.add(path + " = " + children.value(tally.packed()));
              conditions.add(path + " < " + children.value(Tally.packed(tally.version())));
            });
    return children.expressions("SET " + String.join(", ", sets), conditions);
  }

  private static WriteExpressions of(ReplaceChildren replace) {
    Children children = new Children();
    List<String> sets = new ArrayList<>();
    List<String> removals = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    replace
        .made()
        .forEach(
            (name, tally) ->
                sets.add(children.path(name) + " = " + children.value(tally.packed())));
    for (long name : replace.gone()) {
      String path = children.path(name);
      conditions.add("attribute_exists(" + path + ")");
      if (!replace.made().containsKey(name)) {
        removals.add(path);
      }
    }
    String update =
        (sets.isEmpty() ? "" : "SET " + String.join(", ", sets))
            + (removals.isEmpty() ? "" : " REMOVE " + String.join(", ", removals));
    return children.expressions(update, conditions.isEmpty() ? List.of(PRESENT) : conditions);
  }

  /// Collects the names and values of children.
  private static final class Children {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    String path(long name) {
      String placeholder = "#" + names.size();
      names.put(placeholder, ItemCodec.name(name));
      return ItemCodec.TALLIES + "." + placeholder;
    }

    String value(byte[] value) {
      String placeholder = ":k" + values.size();
      values.put(placeholder, ItemCodec.binary(value));
      return placeholder;
    }

    WriteExpressions expressions(String update, List<String> conditions) {
      values.put(":1", AttributeValue.fromN("1"));
      return new WriteExpressions(
          update + NEXT_VERSION,
          String.join(" AND ", conditions),
          names.isEmpty() ? null : names,
          values);
    }
  }
}
