package pagemark.listing.json;

import com.fasterxml.jackson.databind.node.IntNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final List<String> DIRECTIONS =
      List.of(Order.ASCENDING.text(), Order.DESCENDING.text(), "asc", "desc");

  private static final Set<String> FIELDS =
      new LinkedHashSet<>(
          List.of("attribute", "path", "type", "pattern", "stored", "folding", "order", "missing"));
  private static final Map<String, Missing> MISSING = missing();
  private static final Map<String, SortType> TYPES = types();

  private SortReader() {}

  private static Map<String, SortType> types() {
    Map<String, SortType> types = new LinkedHashMap<>();
    types.put("datetime", DatetimeSort.of("uuuu"));
    for (SortType type :
        List.of(
            new InstantSort(),
            EpochSort.SECONDS,
            EpochSort.MILLIS,
            new IntegerSort(),
            new NumberSort(),
            new StringSort(),
            new TextSort(),
            new BinarySort(),
            new BooleanSort())) {
      types.put(type.definitionName(), type);
    }
    return types;
  }

  private static Map<String, Missing> missing() {
    Map<String, Missing> missing = new LinkedHashMap<>();
    for (Missing each : Missing.values()) {
      missing.put(each.definitionName(), each);
    }
    return missing;
  }

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
    return isSaid ? order(nodes.getFirst().at("order").json().asText()) : null;
  }

  private static Order order(@Nullable String text) {
    return text != null && text.startsWith("desc") ? Order.DESCENDING : Order.ASCENDING;
  }

  static Order direction(JsonValue node) {
    return order(node.oneOf(new LinkedHashSet<>(DIRECTIONS)));
  }

  private static Sort.Part part(JsonValue node) {
    node.isObject(FIELDS);
    JsonValue order = node.at("order");
    return new Sort.Part(
        PathReader.read(node),
        type(node),
        order.isMissing() ? Order.ASCENDING : direction(order),
        missing(node.at("missing")));
  }

  private static Missing missing(JsonValue node) {
    String name = node.isMissing() ? null : node.oneOf(MISSING.keySet());
    return MISSING.getOrDefault(String.valueOf(name), Missing.OMIT);
  }

  /// The names of the types that are times.
  static Set<String> timeTypes() {
    Set<String> names = new LinkedHashSet<>(TYPES.keySet());
    names.removeIf(name -> !(TYPES.get(name) instanceof SortType.AsTime));
    return names;
  }

  /// Reads the fields `type`, `pattern`, `stored` and `folding`. The type is another one if they
  /// have a mistake.
  static SortType type(JsonValue sort) {
    String name = sort.at("type").oneOf(TYPES.keySet());
    SortType type = TYPES.getOrDefault(String.valueOf(name), new IntegerSort());
    if (name != null && !(type instanceof DatetimeSort) && !sort.at("pattern").isMissing()) {
      sort.at("pattern").refuse("is valid only with type datetime");
    }
    if (name != null && !(type instanceof EpochSort) && !sort.at("stored").isMissing()) {
      sort.at("stored").refuse("is valid only with type epochSeconds or epochMillis");
    }
    if (!(type instanceof TextSort) && !sort.at("folding").isMissing()) {
      sort.at("folding").refuse("is valid only with type text");
    }
    return switch (type) {
      case DatetimeSort _ -> datetime(sort.at("pattern"));
      case EpochSort epoch -> epoch(epoch, sort.at("stored"));
      case TextSort text -> text(text, sort.at("folding"));
      default -> type;
    };
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
    Set<String> allowed = new LinkedHashSet<>(List.of("number", "string", "any"));
    String form = stored.isMissing() ? null : stored.oneOf(allowed);
    return type.as("number".equals(form) ? null : form);
  }
}
