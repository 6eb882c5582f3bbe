package pagemark.local.race;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributePath;
import pagemark.listing.Choice;
import pagemark.listing.FilterValue;
import pagemark.listing.OpenFilter.OpenValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes filters as conditions of a FilterExpression.
///
/// @param names takes the placeholders
record FilterClause(Placeholders names) {

  /// The condition of a filter with declared values. Empty if none can tell: for ranges of times,
  /// which DynamoDB compares as text.
  Optional<String> of(Choice choice) {
    boolean hasTimes =
        choice.filter().values().stream().anyMatch(FilterValue.TimeRange.class::isInstance);
    if (hasTimes) {
      return Optional.empty();
    }
    // A comparison with a missing attribute is false, so `other` is what no declared value matches.
    boolean hasOther = choice.ordinals().contains(0);
    List<String> parts = new ArrayList<>();
    for (int ordinal = 1; ordinal <= choice.filter().values().size(); ordinal++) {
      if (choice.ordinals().contains(ordinal) != hasOther) {
        parts.add(matches(choice.filter().path(), choice.filter().values().get(ordinal - 1)));
      }
    }
    return Optional.of((hasOther ? "NOT " : "") + any(parts));
  }

  /// The condition of one value of an open filter. Its text may stand for a number or a boolean.
  String of(OpenValue value) {
    String path = names.path(value.filter().path());
    List<AttributeValue> meant = new ArrayList<>();
    meant.add(AttributeValue.fromS(value.text()));
    if (value.text().matches("-?[0-9]+(\\.[0-9]+)?")) {
      meant.add(AttributeValue.fromN(value.text()));
    }
    if (value.text().equals("true") || value.text().equals("false")) {
      meant.add(AttributeValue.fromBool(Boolean.parseBoolean(value.text())));
    }
    String form = value.filter().each() ? "contains(%s, %s)" : "%s = %s";
    return any(meant.stream().map(each -> form.formatted(path, names.value(each))).toList());
  }

  private String matches(AttributePath place, FilterValue value) {
    String path = names.path(place);
    return switch (value) {
      case FilterValue.Text(var text) -> equal(path, AttributeValue.fromS(text));
      case FilterValue.Numeric(var number) -> equal(path, number(number));
      case FilterValue.Bool(var bool) -> equal(path, AttributeValue.fromBool(bool));
      case FilterValue.Range(var from, var to) -> between(path, from, to);
      case FilterValue.TimeRange range ->
          throw new IllegalArgumentException("a range of times: " + range.label());
    };
  }

  private String equal(String path, AttributeValue value) {
    return "%s = %s".formatted(path, names.value(value));
  }

  private String between(String path, @Nullable BigDecimal from, @Nullable BigDecimal to) {
    List<String> parts = new ArrayList<>();
    if (from != null) {
      parts.add("%s >= %s".formatted(path, names.value(number(from))));
    }
    if (to != null) {
      parts.add("%s < %s".formatted(path, names.value(number(to))));
    }
    return String.join(" AND ", parts);
  }

  private static AttributeValue number(BigDecimal number) {
    return AttributeValue.fromN(number.toPlainString());
  }

  /// DynamoDB refuses double parentheses.
  private static String any(List<String> parts) {
    List<String> each = parts.stream().map("(%s)"::formatted).toList();
    return each.size() == 1 ? each.getFirst() : "(%s)".formatted(String.join(" OR ", each));
  }
}
