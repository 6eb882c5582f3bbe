package pagemark.local.race;

import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.AttributePath;
import pagemark.key.PositionCodec;
import pagemark.listing.Access;
import pagemark.listing.Attributes;
import pagemark.listing.Choice;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.FilterValue;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// The Query that returns a scope's items in its order, as a careful programmer writes it: one
/// partition, the window as key condition, the filters as FilterExpression, and no more attributes
/// than a page shows. It reads eventually consistently, as pages do.
///
/// @param access the table, or its index, that has the order
/// @param partition the name of the partition that holds the group
record SingleQuery(Scope scope, Access access, String partition) {

  /// Empty if no Query returns this scope: no key has its order, its items lie in several
  /// partitions, or the index lacks attributes.
  static Optional<SingleQuery> of(Scope scope) {
    return scope.listing().accesses().stream()
        .filter(access -> access.projectionCovers(scope.listing().attributes()))
        .filter(access -> access.partitions().serve(scope.queriedGroup(), scope.selection()))
        .flatMap(access -> partition(scope, access).stream())
        .findFirst();
  }

  private static Optional<SingleQuery> partition(Scope scope, Access access) {
    return access
        .partitions()
        .names(scope.queriedGroup(), scope.selection(), null, null)
        .filter(names -> names.size() == 1)
        .map(names -> new SingleQuery(scope, access, names.getFirst()));
  }

  /// @param start the LastEvaluatedKey of the call before; empty for the first one
  QueryRequest request(Map<String, AttributeValue> start) {
    Placeholders names = new Placeholders();
    return QueryRequest.builder()
        .tableName(scope.listing().definition().table())
        .indexName(access.index())
        .keyConditionExpression(keys(names))
        .filterExpression(filter(names))
        .projectionExpression(projection(names))
        .expressionAttributeNames(names.names())
        .expressionAttributeValues(names.values())
        .scanIndexForward(scope.order() == Order.ASCENDING)
        .limit(scope.size())
        .exclusiveStartKey(start.isEmpty() ? null : start)
        .returnConsumedCapacity(TOTAL)
        .build();
  }

  private String keys(Placeholders names) {
    AttributeValue value = access.partitions().value(partition);
    String group =
        "%s = %s".formatted(names.name(access.partitions().attribute().name()), names.value(value));
    SortWindow window = scope.window();
    return window == null ? group : group + within(names, window.from(), window.to());
  }

  private String within(Placeholders names, @Nullable Position from, @Nullable Position to) {
    PositionCodec positions = scope.positions();
    String sort = names.name(positions.sortAttribute());
    if (from != null && to != null) {
      return " AND %s BETWEEN %s AND %s"
          .formatted(
              sort, names.value(positions.sortValue(from)), names.value(positions.sortValue(to)));
    }
    if (from != null) {
      return " AND %s >= %s".formatted(sort, names.value(positions.sortValue(from)));
    }
    return to == null ? "" : " AND %s <= %s".formatted(sort, names.value(positions.sortValue(to)));
  }

  /// Null if nothing is filtered. DynamoDB refuses conditions on the keys of what it queries.
  private @Nullable String filter(Placeholders names) {
    FilterClause clause = new FilterClause(names);
    List<String> parts = new ArrayList<>();
    for (Choice choice : scope.selection().choices()) {
      if (!choice.isAll() && !isKey(choice.filter().path())) {
        clause.of(choice).ifPresent(parts::add);
      }
    }
    if (scope.value() != null && !isKey(scope.value().filter().path())) {
      parts.add(clause.of(scope.value()));
    }
    return parts.isEmpty() ? null : String.join(" AND ", parts);
  }

  private boolean isKey(AttributePath path) {
    return path.attribute().equals(access.partitions().attribute().name())
        || path.attribute().equals(scope.positions().sortAttribute());
  }

  /// Null for all attributes.
  private @Nullable String projection(Placeholders names) {
    return switch (scope.listing().attributes()) {
      case Attributes.All() -> null;
      case Attributes.Only(var shown) -> {
        Set<String> read = new LinkedHashSet<>(shown);
        read.addAll(scope.listing().definition().placingAttributes());
        yield read.stream().map(names::name).collect(Collectors.joining(", "));
      }
    };
  }

  /// The names and values that the expressions of one request stand for.
  ///
  /// @param names by placeholder
  /// @param values by placeholder
  record Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
    Placeholders() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    /// The placeholder of an attribute, the same for the same one.
    String name(String attribute) {
      for (Map.Entry<String, String> known : names.entrySet()) {
        if (known.getValue().equals(attribute)) {
          return known.getKey();
        }
      }
      String placeholder = "#n" + names.size();
      names.put(placeholder, attribute);
      return placeholder;
    }

    String path(AttributePath path) {
      return path.names().stream().map(this::name).collect(Collectors.joining("."));
    }

    String value(AttributeValue value) {
      String placeholder = ":v" + values.size();
      values.put(placeholder, value);
      return placeholder;
    }
  }

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
      // A comparison with a missing attribute is false, so `other` is what no declared value
      // matches.
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
}
