package pagemark.init;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.check.Shown;
import pagemark.check.SortForm;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import pagemark.listing.Filter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// A listing of a candidate, as a sample of its items suggests it.
final class ListingDraft {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// With fewer items, that all keys are UUIDs may be chance.
  private static final int SURE = 20;

  private static final int PREFIXES_MAX = 6;

  private final TableDescription table;
  private final Candidate candidate;
  private final List<Map<String, AttributeValue>> items;
  private final SortType sort;
  private final List<Filter> filters;

  /// @param items that have the candidate's group and sort attribute
  ListingDraft(
      TableDescription table, Candidate candidate, List<Map<String, AttributeValue>> items) {
    this.table = table;
    this.candidate = candidate;
    this.items = items;
    List<AttributeValue> values = new ArrayList<>();
    items.forEach(item -> Optional.ofNullable(item.get(candidate.sort())).ifPresent(values::add));
    this.sort = SortForm.of(values).orElseGet(() -> anyOf(type(table, candidate.sort())));
    this.filters = FilterGuess.of(items, notFilters());
  }

  private Set<String> notFilters() {
    Set<String> names = new HashSet<>(Set.of(candidate.group(), candidate.sort()));
    table.keySchema().stream().map(KeySchemaElement::attributeName).forEach(names::add);
    return names;
  }

  private static ScalarAttributeType type(TableDescription table, String attribute) {
    return table.attributeDefinitions().stream()
        .filter(definition -> definition.attributeName().equals(attribute))
        .findFirst()
        .orElseThrow()
        .attributeType();
  }

  private static SortType anyOf(ScalarAttributeType type) {
    return switch (type) {
      case N -> new NumberSort();
      case B -> new BinarySort();
      case S, UNKNOWN_TO_SDK_VERSION -> new StringSort();
    };
  }

  ObjectNode json() {
    ObjectNode json = NODES.objectNode().put("table", table.tableName());
    if (candidate.index() != null) {
      json.put("index", candidate.index());
    }
    addProjection(json, candidate.projection());
    json.set("group", attribute(candidate.group(), plain(candidate.group())));
    ObjectNode sorted = json.putObject("sort").put("attribute", candidate.sort());
    sorted.put("type", sort.definitionName());
    if (sort.pattern() != null) {
      sorted.put("pattern", sort.pattern());
    }
    ArrayNode key = json.putArray("key");
    table.keySchema().stream()
        .map(KeySchemaElement::attributeName)
        .forEach(name -> key.add(attribute(name, keyType(name))));
    json.put("order", sort instanceof SortType.AsTime ? "descending" : "ascending");
    if (!filters.isEmpty()) {
      ObjectNode declared = json.putObject("filters");
      filters.forEach(filter -> declared.set(filter.name(), filter.json()));
    }
    json.putObject("pageSize").put("default", 20).put("max", 100);
    return json.put("attributes", "*");
  }

  private static void addProjection(ObjectNode json, @Nullable Projection projection) {
    if (projection == null) {
      return;
    }
    if (projection.projectionType() == ProjectionType.INCLUDE) {
      projection.nonKeyAttributes().forEach(json.putArray("projection")::add);
    } else {
      json.put("projection", projection.projectionType() == ProjectionType.ALL ? "all" : "keys");
    }
  }

  private static ObjectNode attribute(String name, AttributeType type) {
    ObjectNode json = NODES.objectNode().put("attribute", name);
    return type == AttributeType.STRING ? json : json.put("type", type.definitionName());
  }

  private AttributeType plain(String attribute) {
    return switch (type(table, attribute)) {
      case N -> AttributeType.NUMBER;
      case B -> AttributeType.BINARY;
      case S, UNKNOWN_TO_SDK_VERSION -> AttributeType.STRING;
    };
  }

  /// UUIDs and ULIDs take 16 bytes in the index, if all are.
  private AttributeType keyType(String attribute) {
    AttributeType plain = plain(attribute);
    boolean isOwn = !attribute.equals(candidate.group()) && !attribute.equals(candidate.sort());
    if (plain == AttributeType.STRING && isOwn && items.size() >= SURE) {
      for (AttributeType packed : List.of(AttributeType.UUID, AttributeType.ULID)) {
        if (items.stream().allMatch(item -> fits(packed, item.get(attribute)))) {
          return packed;
        }
      }
    }
    return plain;
  }

  private static boolean fits(AttributeType type, @Nullable AttributeValue value) {
    try {
      return value != null && !type.text(value).isEmpty();
    } catch (UnfitException e) {
      return false;
    }
  }

  /// What a reader of the draft should know.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (items.isEmpty()) {
      notes.add("no item was found: the sort type is a guess");
    }
    for (Filter filter : filters) {
      notes.add(
          "the filter %s is a guess: %s had %d values. Complete or remove it"
              .formatted(filter.name(), Shown.count(items.size(), "item"), filter.values().size()));
    }
    for (String attribute : FilterGuess.unnamed(items, notFilters())) {
      notes.add(
          "%s is left out of the filters, as requests cannot use this name: declare one as \"NAME\": { \"attribute\": \"%s\", \"values\": [...] }"
              .formatted(attribute, attribute));
    }
    List<String> kinds = kinds();
    if (kinds.size() > 1) {
      notes.add(
          "%s begins with %s: `?prefix=` pages through one of them"
              .formatted(candidate.sort(), String.join(", ", kinds)));
    }
    return notes;
  }

  /// The beginnings of the sort values up to `#`, as a single-table design has them.
  private List<String> kinds() {
    if (!(sort instanceof StringSort)) {
      return List.of();
    }
    Map<String, Integer> counts = new TreeMap<>();
    for (Map<String, AttributeValue> item : items) {
      String text = item.getOrDefault(candidate.sort(), AttributeValue.fromS("")).s();
      counts.merge(text == null ? "" : text.replaceFirst("(?s)#.*", "#"), 1, Integer::sum);
    }
    boolean isDesign = counts.keySet().stream().anyMatch(kind -> kind.endsWith("#"));
    return isDesign && counts.size() <= PREFIXES_MAX ? List.copyOf(counts.keySet()) : List.of();
  }

  /// The draft in a line.
  String summary() {
    return "%s, group %s, sort %s (%s)"
        .formatted(
            candidate.index() == null ? "the table itself" : "index " + candidate.index(),
            candidate.group(),
            candidate.sort(),
            sort.pattern() == null ? sort.definitionName() : sort.pattern());
  }
}
