package pagemark.listing.json;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.node.IntNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.folding.Folding;
import pagemark.key.BinarySort;
import pagemark.key.BooleanSort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.Sort;
import pagemark.key.Sort.Missing;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;

/// Reads the field `sort` of a listing: one part, or a list of them.
final class SortReader {
  /// As requests may write them, too.
  private static final Map<String, Order> DIRECTIONS = new LinkedHashMap<>();

  private static final Map<String, Missing> MISSING = new LinkedHashMap<>();
  private static final Map<String, SortType> TYPES = new LinkedHashMap<>();

  static {
    DIRECTIONS.put(Order.ASCENDING.text(), Order.ASCENDING);
    DIRECTIONS.put(Order.DESCENDING.text(), Order.DESCENDING);
    DIRECTIONS.put("asc", Order.ASCENDING);
    DIRECTIONS.put("desc", Order.DESCENDING);
    for (Missing each : Missing.values()) {
      MISSING.put(each.definitionName(), each);
    }
    for (SortType type :
        List.of(
            DatetimeSort.of("uuuu"),
            new InstantSort(),
            EpochSort.SECONDS,
            EpochSort.MILLIS,
            new IntegerSort(),
            new NumberSort(),
            new StringSort(),
            new TextSort(),
            new BinarySort(),
            new BooleanSort())) {
      TYPES.put(type.definitionName(), type);
    }
  }

  private SortReader() {}

  static Sort read(JsonValue sort) {
    List<JsonValue> nodes = nodes(sort);
    if (nodes.isEmpty() || nodes.size() > Sort.PARTS_MAX) {
      sort.refuse("must be a sort, or a list of 1 to %d".formatted(Sort.PARTS_MAX));
      return Sort.by("", new IntegerSort());
    }
    List<Sort.Part> parts = nodes.stream().map(SortReader::part).toList();
    if (parts.stream().map(Sort.Part::path).distinct().count() < parts.size()) {
      sort.refuse("names an attribute twice");
    }
    return new Sort(parts);
  }

  private static List<JsonValue> nodes(JsonValue sort) {
    return sort.json().isArray() ? sort.elements() : List.of(sort);
  }

  /// The listing's order if the sort says it: then a part has an order or says where items without
  /// its value are, or there are several parts. Null if the listing says it.
  static @Nullable Order order(JsonValue sort) {
    List<JsonValue> nodes = nodes(sort);
    boolean isSaid =
        nodes.size() > 1
            || nodes.stream()
                .anyMatch(node -> !node.at("order").isMissing() || !node.at("missing").isMissing());
    return isSaid
        ? DIRECTIONS.getOrDefault(nodes.getFirst().at("order").json().asText(), Order.ASCENDING)
        : null;
  }

  static Order direction(JsonValue node) {
    return requireNonNullElse(node.oneOf(DIRECTIONS), Order.ASCENDING);
  }

  private static Sort.Part part(JsonValue node) {
    node.isObject(
        List.of("attribute", "path", "type", "pattern", "stored", "folding", "order", "missing"));
    JsonValue order = node.at("order");
    return new Sort.Part(
        node.place(),
        type(node),
        order.isMissing() ? Order.ASCENDING : direction(order),
        missing(node.at("missing")));
  }

  private static Missing missing(JsonValue node) {
    return node.isMissing() ? Missing.OMIT : requireNonNullElse(node.oneOf(MISSING), Missing.OMIT);
  }

  /// The types that are times, by their names.
  static Map<String, SortType> timeTypes() {
    Map<String, SortType> times = new LinkedHashMap<>(TYPES);
    times.values().removeIf(type -> !(type instanceof SortType.AsTime));
    return times;
  }

  /// Reads the fields `type`, `pattern`, `stored` and `folding`. The type is another one if they
  /// have a mistake.
  static SortType type(JsonValue sort) {
    SortType type = sort.at("type").oneOf(TYPES);
    if (type != null && !(type instanceof DatetimeSort)) {
      refuse(sort, "pattern", "datetime");
    }
    if (type != null && !(type instanceof EpochSort)) {
      refuse(sort, "stored", "epochSeconds or epochMillis");
    }
    if (!(type instanceof TextSort)) {
      refuse(sort, "folding", "text");
    }
    return switch (type) {
      case null -> new IntegerSort();
      case DatetimeSort _ -> datetime(sort.at("pattern"));
      case EpochSort epoch -> epoch(epoch, sort.at("stored"));
      case TextSort text -> text(text, sort.at("folding"));
      default -> type;
    };
  }

  static void refuse(JsonValue sort, String field, String types) {
    sort.given(List.of(field)).forEach(each -> each.refuse("is valid only with type " + types));
  }

  /// An index of another folding is known as such, so that it is neither read nor written.
  private static TextSort text(TextSort type, JsonValue folding) {
    if (folding.isMissing() || folding.json().equals(IntNode.valueOf(Folding.NUMBER))) {
      return type;
    }
    folding.refuse("must be %d, the one folding that there is".formatted(Folding.NUMBER));
    return new TextSort(folding.json().asInt());
  }

  private static SortType datetime(JsonValue pattern) {
    String text = pattern.text();
    try {
      return text.isEmpty() ? new IntegerSort() : DatetimeSort.of(text);
    } catch (IllegalArgumentException e) {
      pattern.refuse(String.valueOf(e.getMessage()));
      return new IntegerSort();
    }
  }

  private static SortType epoch(EpochSort type, JsonValue stored) {
    Map<String, SortType> forms = new LinkedHashMap<>(Map.of("number", type));
    List.of("string", "any").forEach(form -> forms.put(form, type.as(form)));
    return stored.isMissing() ? type : requireNonNullElse(stored.oneOf(forms), type);
  }
}
