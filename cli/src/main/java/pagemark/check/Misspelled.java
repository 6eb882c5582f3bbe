package pagemark.check;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributeType;
import pagemark.listing.FilterValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Finds declared values that no item has, while items have the same as another type or in another
/// case.
///
/// @param declared by a filter or condition
/// @param found the values that items have in that place
record Misspelled(List<FilterValue> declared, List<AttributeValue> found) {

  /// How to write them; empty if there are none.
  Optional<String> text() {
    Map<String, String> written = new LinkedHashMap<>();
    for (FilterValue value : declared) {
      if (found.stream().noneMatch(value::matches)) {
        found.stream()
            .filter(other -> isSame(value, other) && !isDeclared(other))
            .findFirst()
            .ifPresent(other -> written.put(json(value), Shown.value(other)));
      }
    }
    return written.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Write %s instead of %s, as items have it"
                .formatted(
                    String.join(", ", written.values()), String.join(", ", written.keySet())));
  }

  private boolean isDeclared(AttributeValue other) {
    return declared.stream().anyMatch(value -> value.matches(other));
  }

  private static boolean isSame(FilterValue value, AttributeValue other) {
    return switch (value) {
      case FilterValue.Text _, FilterValue.Numeric _, FilterValue.Bool _ ->
          value.label().equalsIgnoreCase(text(other));
      case FilterValue.Range _, FilterValue.TimeRange _ -> false;
    };
  }

  private static @Nullable String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> AttributeType.canonical(new BigDecimal(value.n()));
      case BOOL -> Boolean.toString(value.bool());
      default -> null;
    };
  }

  private static String json(FilterValue value) {
    return value instanceof FilterValue.Text(var text) ? '"' + text + '"' : value.label();
  }
}
