package pagemark.listing.json;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.KeyAttribute;
import pagemark.key.PositionCodec;
import pagemark.listing.Condition;
import pagemark.listing.Condition.Test;
import pagemark.listing.Expiry;
import pagemark.listing.IndexDefinition;

/// Reads the part of a listing that its index depends on: table, group, sort, key, conditions,
/// filters and expiry.
public final class DefinitionReader {
  private static final int CONDITIONS_MAX = 10;
  private static final List<String> TESTS = List.of("values", "not", "prefix", "exists");

  private static final Set<AttributeType> GROUP_TYPES =
      EnumSet.of(AttributeType.STRING, AttributeType.NUMBER, AttributeType.BINARY);

  private static final int BUCKETS_MAX = 1_024;

  /// Stands for what has a mistake.
  private static final KeyAttribute NOWHERE = new KeyAttribute("", AttributeType.STRING);

  private static final GroupPart NO_PART =
      new GroupPart(AttributePath.of(""), AttributeType.STRING, "", false);

  private DefinitionReader() {}

  /// Reads a definition for each of a listing's sorts.
  static List<IndexDefinition> read(JsonValue listing, List<JsonValue> sorts) {
    String table = listing.at("table").text();
    FilterReader.Filters filters = FilterReader.read(listing.at("filters"));
    GroupKey group = group(listing.at("group"), !filters.open().isEmpty());
    List<KeyAttribute> key = key(listing.at("key"));
    List<Condition> where = conditions(listing.at("where"));
    Expiry expires = expires(listing.at("expires"));
    return sorts.stream()
        .map(sort -> new PositionCodec(group, SortReader.read(sort), key))
        .map(
            positions ->
                new IndexDefinition(
                    table,
                    positions,
                    where,
                    filters.declared(),
                    filters.open(),
                    expires,
                    IndexDefinition.KEY_FORMAT))
        .toList();
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
    IndexDefinition read = read(definition, List.of(definition.at("sort"))).getFirst();
    int keyFormat = definition.json().path("keyFormat").asInt(1);
    return read.ofFormat(keyFormat);
  }

  private static GroupKey group(JsonValue node, boolean hasOpenFilters) {
    JsonValue buckets = node.at("buckets");
    return buckets.isMissing()
        ? new GroupKey(groupParts(node), hasOpenFilters)
        : GroupKey.hashed(buckets.integer(1, BUCKETS_MAX, BUCKETS_MAX));
  }

  /// Reads nothing, one value, or a list of up to four.
  private static List<GroupPart> groupParts(JsonValue node) {
    if (node.isMissing()) {
      return List.of();
    }
    if (!node.json().isArray()) {
      return List.of(groupPart(node));
    }
    List<GroupPart> parts = node.elements().stream().map(DefinitionReader::groupPart).toList();
    if (parts.isEmpty() || parts.size() > GroupKey.PARTS_MAX) {
      node.refuse(
          "must be a list of 1 to %d values; leave it out to list the whole table as one group"
              .formatted(GroupKey.PARTS_MAX));
      return List.of(NO_PART);
    }
    if (parts.stream().map(GroupPart::path).distinct().count() < parts.size()) {
      node.refuse("names a value twice");
      return List.of(NO_PART);
    }
    return parts;
  }

  private static GroupPart groupPart(JsonValue node) {
    node.isObject(List.of("attribute", "path", "type", "prefix", "each"));
    AttributeType type = type(node.at("type"), GROUP_TYPES);
    String prefix = node.at("prefix").optionalText();
    if (prefix != null && type != AttributeType.STRING) {
      node.at("prefix").refuse("is valid only with type string");
    }
    return new GroupPart(
        node.place(), type, prefix == null ? "" : prefix, node.at("each").isTrue());
  }

  private static @Nullable Expiry expires(JsonValue node) {
    if (node.isMissing() || !node.isObject(List.of("attribute"))) {
      return null;
    }
    return new Expiry(node.at("attribute").text());
  }

  private static KeyAttribute keyAttribute(JsonValue node) {
    node.isObject(List.of("attribute", "type"));
    AttributeType type = type(node.at("type"), EnumSet.allOf(AttributeType.class));
    return new KeyAttribute(node.at("attribute").text(), type);
  }

  private static AttributeType type(JsonValue node, Set<AttributeType> allowed) {
    Map<String, AttributeType> byName = new LinkedHashMap<>();
    allowed.forEach(type -> byName.put(type.definitionName(), type));
    AttributeType type = node.isMissing() ? null : node.oneOf(byName);
    return type == null ? AttributeType.STRING : type;
  }

  private static List<KeyAttribute> key(JsonValue node) {
    List<KeyAttribute> key = node.elements().stream().map(DefinitionReader::keyAttribute).toList();
    if (!node.json().isArray() || key.isEmpty() || key.size() > 2) {
      node.refuse("must be a list of one or two key attributes");
      return List.of(NOWHERE);
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

  /// Reads the field `where` of a listing: a condition, or a list of them.
  static List<Condition> conditions(JsonValue where) {
    if (where.isMissing()) {
      return List.of();
    }
    if (where.json().isObject()) {
      return List.of(condition(where));
    }
    List<JsonValue> elements = where.elements();
    if (elements.isEmpty() || elements.size() > CONDITIONS_MAX) {
      where.refuse("must be a condition, or a list of 1 to %d".formatted(CONDITIONS_MAX));
      return List.of();
    }
    return elements.stream().map(DefinitionReader::condition).toList();
  }

  private static Condition condition(JsonValue node) {
    if (!node.isObject(List.of("attribute", "path", "values", "not", "prefix", "exists"))) {
      return new Condition(AttributePath.of(""), new Test.Exists(true));
    }
    return new Condition(node.place(), test(node));
  }

  private static Test test(JsonValue node) {
    List<JsonValue> said = node.given(TESTS);
    if (said.size() != 1) {
      node.mistake("must have one of the fields " + String.join(", ", TESTS));
    }
    JsonValue test = said.isEmpty() ? node.at("exists") : said.getFirst();
    return switch (test.name()) {
      case "values" -> new Test.OneOf(FilterReader.values(test, false));
      case "not" -> new Test.NoneOf(FilterReader.values(test, false));
      case "prefix" -> new Test.Prefix(test.text());
      default -> new Test.Exists(test.isMissing() || test.isTrue());
    };
  }
}
