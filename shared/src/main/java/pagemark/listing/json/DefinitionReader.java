package pagemark.listing.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.IntegerSort;
import pagemark.key.KeyAttribute;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.listing.Filter;
import pagemark.listing.FilterValue;
import pagemark.listing.IndexDefinition;
import pagemark.listing.PageSize;

/// Reads the part of a listing that its index depends on: table, group, sort, key and filters.
public final class DefinitionReader {
  private static final int CELLS_MAX = PageSize.CELLS_LIMIT;
  private static final Set<AttributeType> GROUP_TYPES =
      EnumSet.of(AttributeType.STRING, AttributeType.NUMBER, AttributeType.BINARY);
  private static final Set<AttributeType> KEY_TYPES = EnumSet.allOf(AttributeType.class);
  private static final Map<String, SortType> SORT_TYPES = sortTypes();

  private DefinitionReader() {}

  private static Map<String, SortType> sortTypes() {
    Map<String, SortType> types = new LinkedHashMap<>();
    types.put("datetime", DatetimeSort.of("uuuu"));
    types.put(EpochSort.SECONDS.definitionName(), EpochSort.SECONDS);
    types.put(EpochSort.MILLIS.definitionName(), EpochSort.MILLIS);
    types.put("integer", new IntegerSort());
    types.put("number", new NumberSort());
    types.put("string", new StringSort());
    types.put("binary", new BinarySort());
    return types;
  }

  static IndexDefinition read(JsonValue listing) {
    JsonValue sort = listing.at("sort");
    return new IndexDefinition(
        listing.at("table").text(),
        new PositionCodec(
            keyAttribute(listing.at("group"), GROUP_TYPES),
            sort.at("attribute").text(),
            sortType(sort),
            key(listing.at("key"))),
        filters(listing.at("filters")));
  }

  /// The inverse of [IndexDefinition#json]. It ignores mistakes in a definition of another key
  /// format, because such a format may have other fields, and its index is never used.
  ///
  /// @throws InvalidListingsException if `json` is not a definition
  public static IndexDefinition parse(String json) {
    List<Mistake> mistakes = new ArrayList<>();
    IndexDefinition definition = stored(JsonValue.root(JsonTree.read(json), Map.of(), mistakes));
    if (!mistakes.isEmpty() && definition.isOfThisFormat()) {
      throw new InvalidListingsException(mistakes);
    }
    return definition;
  }

  /// Reads a definition that a generation stores, with its key format.
  private static IndexDefinition stored(JsonValue definition) {
    IndexDefinition read = read(definition);
    int keyFormat = definition.json().path("keyFormat").asInt(IndexDefinition.KEY_FORMAT);
    return new IndexDefinition(read.table(), read.positions(), read.filters(), keyFormat);
  }

  private static KeyAttribute keyAttribute(JsonValue node, Set<AttributeType> allowed) {
    node.isObject(new LinkedHashSet<>(List.of("attribute", "type")));
    return new KeyAttribute(node.at("attribute").text(), type(node.at("type"), allowed));
  }

  private static AttributeType type(JsonValue node, Set<AttributeType> allowed) {
    Map<String, AttributeType> byName = new LinkedHashMap<>();
    allowed.forEach(type -> byName.put(type.definitionName(), type));
    String name = node.isMissing() ? null : node.oneOf(byName.keySet());
    return name == null ? AttributeType.STRING : byName.getOrDefault(name, AttributeType.STRING);
  }

  private static List<KeyAttribute> key(JsonValue node) {
    List<KeyAttribute> key =
        node.elements().stream().map(each -> keyAttribute(each, KEY_TYPES)).toList();
    if (!node.json().isArray() || key.isEmpty() || key.size() > 2) {
      node.refuse("must be a list of one or two key attributes");
      return List.of(new KeyAttribute("", AttributeType.STRING));
    }
    String first = key.getFirst().name();
    if (key.size() == 2 && first.equals(key.getLast().name())) {
      node.refuse(
          "names the attribute \"%s\" twice; give the table's partition key, then its sort key if it has one"
              .formatted(first));
      return List.of(key.getFirst());
    }
    return key;
  }

  private static SortType sortType(JsonValue sort) {
    sort.isObject(new LinkedHashSet<>(List.of("attribute", "type", "pattern")));
    String type = sort.at("type").oneOf(SORT_TYPES.keySet());
    if ("datetime".equals(type)) {
      return datetime(sort.at("pattern"));
    }
    if (type != null && !sort.at("pattern").isMissing()) {
      sort.at("pattern").refuse("is valid only with type datetime");
    }
    return SORT_TYPES.getOrDefault(String.valueOf(type), new IntegerSort());
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

  private static List<Filter> filters(JsonValue node) {
    if (node.isMissing()) {
      return List.of();
    }
    if (!node.json().isObject() || node.json().isEmpty()) {
      node.refuse("must be an object with at least one filter");
      return List.of();
    }
    List<Filter> filters = node.fields().stream().map(DefinitionReader::filter).toList();
    long cells = 1;
    for (Filter filter : filters) {
      cells = Math.min(cells * (filter.values().size() + 1), Integer.MAX_VALUE);
    }
    if (cells > CELLS_MAX) {
      node.mistake(
          "has %d combinations of values (with other); the maximum is %d"
              .formatted(cells, CELLS_MAX));
    }
    return filters;
  }

  private static Filter filter(JsonValue node) {
    node.isObject(new LinkedHashSet<>(List.of("attribute", "values")));
    if (!node.name().matches("[a-zA-Z][a-zA-Z0-9_-]{0,39}")) {
      node.mistake("must have a name of 1 to 40 letters, digits, _ and -, with a letter first");
    }
    if (Filter.RESERVED.contains(node.name())) {
      node.mistake(
          "is named like a request parameter. Reserved names: "
              + String.join(", ", new TreeSet<>(Filter.RESERVED)));
    }
    return new Filter(node.name(), node.at("attribute").text(), values(node.at("values")));
  }

  private static List<FilterValue> values(JsonValue node) {
    if (!node.json().isArray() || node.json().isEmpty()) {
      node.refuse("must be a list of at least one number or text");
      return List.of();
    }
    List<FilterValue> values = node.elements().stream().map(DefinitionReader::value).toList();
    if (values.stream().map(FilterValue::label).distinct().count() < values.size()) {
      node.refuse("has two values with the same text");
    }
    return values;
  }

  private static FilterValue value(JsonValue node) {
    JsonNode json = node.json();
    if (json.isNumber()) {
      return new FilterValue.Numeric(json.decimalValue());
    }
    if (json.isTextual() && json.textValue().matches("[^,]{1,255}")) {
      if (json.textValue().equals(Filter.OTHER)) {
        node.refuse("is reserved: other selects all values that are not declared");
      }
      return new FilterValue.Text(json.textValue());
    }
    node.refuse("must be a number, or a text of 1 to 255 characters without a comma");
    return new FilterValue.Numeric(BigDecimal.ZERO);
  }
}
