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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.check.Shown;
import pagemark.check.SortForm;
import pagemark.init.Draft.Candidate;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
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

  private final TableDescription table;
  private final Candidate candidate;
  private final List<Map<String, AttributeValue>> items;
  private final List<SortGuess> sorts;
  private final @Nullable String group;
  private final @Nullable String expires;
  private final FilterDraft filters;

  /// @param items that have the candidate's group and sort attribute, and are of its kind
  /// @param expires the attribute by which DynamoDB deletes expired items; null if it deletes none
  ListingDraft(
      TableDescription table,
      Candidate candidate,
      List<Map<String, AttributeValue>> items,
      @Nullable String expires) {
    this.table = table;
    this.expires = expires;
    this.candidate = candidate;
    this.items = items;
    this.group = isGrouped(candidate, items) ? candidate.group() : null;
    this.sorts = candidate.sort() == null ? guessed() : ofKey(candidate.sort());
    this.filters =
        FilterDraft.of(
            items, notFilters(), sorts.stream().map(SortGuess::path).toList(), isReadByKey());
  }

  /// Whether no index of DynamoDB has the order of the first sort.
  private boolean isReadByKey() {
    return candidate.sort() == null
        || !sorts.getFirst().path().equals(AttributePath.of(candidate.sort()))
        || !sorts.getFirst().type().isStoredOrder();
  }

  /// Whether groups are worth it: a kind whose groups have one item each is listed as a whole.
  private static boolean isGrouped(Candidate candidate, List<Map<String, AttributeValue>> items) {
    String group = candidate.group();
    return group != null
        && (candidate.kind() == null
            || items.stream().map(item -> item.get(group)).distinct().count() < items.size());
  }

  private SortGuess declared(String attribute) {
    return SortGuess.declared(attribute, items, type(table, attribute));
  }

  /// The order of the candidate's key, and those of times. A table of several kinds of items has
  /// listings for them. The newest are first, unless an index of the table gives the first order.
  private List<SortGuess> ofKey(String attribute) {
    SortGuess own = declared(attribute);
    if (!Candidate.kinds(items, attribute).isEmpty()) {
      return List.of(own);
    }
    Set<String> without = notSorts();
    without.add(attribute);
    List<SortGuess> found = new ArrayList<>(SortGuess.times(items, without));
    if (own.isTime()) {
      found.replaceAll(SortGuess::byItsName);
    }
    found.add(own.isTime() || candidate.index() != null ? 0 : Math.min(1, found.size()), own);
    return found;
  }

  /// Guesses sorts of items that are read by key. If no attribute looks like one, their key is.
  private List<SortGuess> guessed() {
    List<SortGuess> guesses = SortGuess.of(items, notSorts());
    return guesses.isEmpty() ? List.of(declared(keys().getLast())) : guesses;
  }

  private List<String> keys() {
    return table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
  }

  /// The table's key, and when an item expires, have other uses.
  private Set<String> notSorts() {
    Set<String> names = new HashSet<>(keys());
    Optional.ofNullable(expires).ifPresent(names::add);
    return names;
  }

  private Set<String> notFilters() {
    Set<String> names = notSorts();
    sorts.stream()
        .filter(guess -> guess.isTime() && !guess.path().isNested())
        .forEach(guess -> names.add(guess.path().attribute()));
    if (candidate.sort() != null) {
      names.add(candidate.sort());
    }
    if (group != null) {
      names.add(group);
    }
    return names;
  }

  private static ScalarAttributeType type(TableDescription table, String attribute) {
    return table.attributeDefinitions().stream()
        .filter(definition -> definition.attributeName().equals(attribute))
        .findFirst()
        .orElseThrow()
        .attributeType();
  }

  ObjectNode json() {
    ObjectNode json =
        NODES.objectNode().put("table", "${TABLE_NAME:-%s}".formatted(table.tableName()));
    if (candidate.index() != null && !isReadByKey()) {
      json.put("index", candidate.index());
      addProjection(json, candidate.projection());
    }
    addKind(json);
    addSorts(json);
    ArrayNode key = json.putArray("key");
    keys().forEach(name -> key.add(attribute(name, keyType(name))));
    if (candidate.sort() != null && sorts.size() == 1) {
      json.put("order", sorts.getFirst().isTime() ? "descending" : "ascending");
    }
    filters.put(json);
    if (expires != null) {
      json.putObject("expires").put("attribute", expires);
    }
    json.putObject("pageSize").put("default", 20).put("max", 100);
    return json.put("attributes", "*");
  }

  private void addKind(ObjectNode json) {
    if (candidate.kind() != null) {
      json.putObject("where").put("attribute", keys().getLast()).put("prefix", candidate.kind());
    }
    if (group != null) {
      ObjectNode named = attribute(group, plain(group));
      String prefix = candidate.kind() == null ? "" : Candidate.sharedKind(items, group);
      json.set("group", prefix.isEmpty() ? named : named.put("prefix", prefix));
    }
  }

  /// One sort, or several by their names, each with its own order: the newest and largest first.
  private void addSorts(ObjectNode json) {
    SortGuess first = sorts.getFirst();
    if (sorts.size() == 1) {
      json.set("sort", candidate.sort() == null ? ordered(first) : sort(first));
    } else {
      ObjectNode named = json.putObject("sorts");
      for (SortGuess guess : sorts) {
        named.set(named.has(guess.name()) ? "sort" + named.size() : guess.name(), ordered(guess));
      }
    }
  }

  private static ObjectNode sort(SortGuess guess) {
    ObjectNode json = NODES.objectNode();
    guess.path().put(json);
    guess.type().put(json);
    return json;
  }

  private static ObjectNode ordered(SortGuess guess) {
    boolean isDescending = guess.isTime() || SortForm.isNumber(guess.type());
    return sort(guess).put("order", isDescending ? "descending" : "ascending");
  }

  private static void addProjection(ObjectNode json, @Nullable Projection projection) {
    if (projection != null && projection.projectionType() == ProjectionType.INCLUDE) {
      projection.nonKeyAttributes().forEach(json.putArray("projection")::add);
    } else if (projection != null) {
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
    boolean isOwn =
        !attribute.equals(group)
            && sorts.stream().noneMatch(guess -> guess.path().equals(AttributePath.of(attribute)));
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

  /// Remarks for whoever reads the draft.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (items.isEmpty()) {
      notes.add("no item was found: the sort type is a guess");
    }
    notes.addAll(filters.notes());
    notes.addAll(omitted());
    if (candidate.sort() != null && sorts.getFirst().type() instanceof StringSort) {
      List<String> kinds = Candidate.kinds(items, candidate.sort());
      if (!kinds.isEmpty()) {
        notes.add(
            "%s begins with %s: `?prefix=` pages through one of them"
                .formatted(candidate.sort(), String.join(", ", kinds)));
      }
    }
    if (isReadByKey()) {
      notes.add(
          "items are read by key: a page of 20 costs 10 read units, and none is there without the"
              + " index");
    }
    return notes;
  }

  /// Items that a sort leaves out.
  private List<String> omitted() {
    List<String> notes = new ArrayList<>();
    for (SortGuess guess : sorts) {
      long lacking = items.stream().filter(item -> guess.path().in(item) == null).count();
      if (lacking > 0) {
        notes.add(
            "%s of %d lack %s: they are not in this sort. Add \"missing\": \"last\" to list them"
                .formatted(Shown.count(lacking, "item"), items.size(), guess.path()));
      }
    }
    return notes;
  }

  /// The draft in a line.
  String summary() {
    return "%s, %s, sort %s"
        .formatted(
            where(),
            group == null ? "one group" : "group " + group,
            sorts.stream().map(SortGuess::form).collect(Collectors.joining(", ")));
  }

  private String where() {
    if (candidate.kind() != null) {
      return "items whose %s begins with %s".formatted(keys().getLast(), candidate.kind());
    }
    if (candidate.index() != null) {
      return "index " + candidate.index();
    }
    return candidate.group() == null ? "the whole table" : "the table itself";
  }
}
