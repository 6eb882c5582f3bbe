package pagemark.pages.table;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Choice;
import pagemark.listing.FilterValue;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Keeps items that a request does not select out of the answer of a Query. DynamoDB reads them,
/// and consumes capacity for them, but does not send them.
///
/// It lets through whatever it cannot tell: ranges, `other`, and values inside of maps. So a page
/// verifies its items all the same.
///
/// @param values the selected values of each attribute
record ValueFilter(Map<String, List<AttributeValue>> values) {
  static final ValueFilter NONE = new ValueFilter(Map.of());

  /// DynamoDB takes at most so many operands of an IN.
  private static final int OPERANDS_MAX = 100;

  /// Numbers of so many digits, and as many places, are surely DynamoDB's.
  private static final int DIGITS_MAX = 38;

  static ValueFilter of(Scope scope, Access access) {
    Map<String, List<AttributeValue>> values = new LinkedHashMap<>();
    for (Choice choice : scope.selection().choices()) {
      String attribute = choice.filter().path().attribute();
      List<AttributeValue> selected =
          choice.ordinals().stream()
              .filter(ordinal -> ordinal > 0)
              .flatMap(ordinal -> value(choice.filter().values().get(ordinal - 1)).stream())
              .toList();
      if (selected.size() == choice.ordinals().size()
          && selected.size() <= OPERANDS_MAX
          && !choice.filter().path().isNested()
          && !isKey(attribute, access)) {
        values.putIfAbsent(attribute, selected);
      }
    }
    return new ValueFilter(values);
  }

  /// Empty for a range, and for a number that no item can have: DynamoDB would refuse it.
  private static Optional<AttributeValue> value(FilterValue declared) {
    return switch (declared) {
      case FilterValue.Text(var text) -> Optional.of(AttributeValue.fromS(text));
      case FilterValue.Numeric(var number)
          when number.precision() <= DIGITS_MAX && Math.abs(number.scale()) <= DIGITS_MAX ->
          Optional.of(AttributeValue.fromN(number.toString()));
      case FilterValue.Bool(var bool) -> Optional.of(AttributeValue.fromBool(bool));
      default -> Optional.empty();
    };
  }

  /// DynamoDB refuses a filter of the queried key.
  private static boolean isKey(String attribute, Access access) {
    return attribute.equals(access.partitions().attribute().name())
        || attribute.equals(access.definition().positions().sortAttribute());
  }

  /// Makes the FilterExpression; null if all items pass.
  ///
  /// @param names the attributes by placeholder; gets those that it lacks
  /// @param bound the values by placeholder; gets more
  @Nullable String expression(Map<String, String> names, Map<String, AttributeValue> bound) {
    Map<String, String> placeholders = new HashMap<>();
    names.forEach((placeholder, name) -> placeholders.put(name, placeholder));
    StringJoiner expression = new StringJoiner(" AND ");
    values.forEach(
        (attribute, selected) -> {
          String name = placeholders.computeIfAbsent(attribute, _ -> "#f" + names.size());
          names.put(name, attribute);
          StringJoiner operands = new StringJoiner(", ", name + " IN (", ")");
          for (AttributeValue value : selected) {
            String operand = ":f" + bound.size();
            bound.put(operand, value);
            operands.add(operand);
          }
          expression.add(operands.toString());
        });
    return values.isEmpty() ? null : expression.toString();
  }
}
