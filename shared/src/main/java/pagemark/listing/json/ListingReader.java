package pagemark.listing.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.key.AttributePath;
import pagemark.listing.Attributes;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.PageSize;
import pagemark.listing.Projection;

/// Reads one listing of `listings.json`.
final class ListingReader {
  /// Each is an index of its own.
  static final int SORTS_MAX = 10;

  private static final String SORT = "sort";
  private static final String SORT_NAME = "[a-zA-Z][a-zA-Z0-9_-]{0,19}";

  private static final String TABLE_NAME = "[a-zA-Z0-9_.-]{3,255}";
  private static final String TABLE_NAME_IN_WORDS = "3 to 255 letters, digits, _, . and -";

  private static final List<String> FIELDS =
      List.of(
          "table",
          "index",
          "projection",
          "partition",
          "where",
          "group",
          "sort",
          "sorts",
          "key",
          "order",
          "filters",
          "expires",
          "filterIndexes",
          "pageSize",
          "attributes",
          "groupClaim");
  private static final Set<String> TAKEN = Set.of("health", "local");

  private ListingReader() {}

  /// Reads the sorts of an entry, the default first; none if it is no object.
  static List<Listing> read(JsonValue node) {
    String name = node.name();
    if (!name.matches("[a-z][a-z0-9-]{0,39}") || TAKEN.contains(name)) {
      node.mistake(
          "is named \"%s\"; a name has 1 to 40 lower-case letters, digits and -, with a letter first, and is neither health nor local"
              .formatted(name));
    }
    if (!node.isObject(FIELDS)) {
      return List.of();
    }
    List<JsonValue> sorts = sorts(node);
    List<IndexDefinition> definitions = DefinitionReader.read(node, sorts);
    IndexDefinition first = definitions.getFirst();
    checkDefinition(node, first);
    if (first.isOrderByExpiry()) {
      node.at("group").at("buckets").mistake("is unknown");
    }
    boolean isOne = node.at("sorts").isMissing();
    Listing main =
        new Listing(
            name,
            name,
            isOne ? null : sorts.getFirst().name(),
            first,
            new PartitionsReader(node, first).accesses(),
            isOne ? order(sorts.getFirst(), node.at("order")) : order(sorts.getFirst()),
            pageSize(node.at("pageSize")),
            attributes(node.at("attributes")),
            groupClaim(node.at("groupClaim"), first));
    List<Listing> listings = new ArrayList<>(List.of(main));
    for (int i = 1; i < definitions.size(); i++) {
      listings.add(sorted(main, definitions.get(i), sorts.get(i)));
    }
    return listings;
  }

  private static @Nullable String groupClaim(JsonValue node, IndexDefinition definition) {
    if (!node.isMissing() && definition.group().parts().isEmpty()) {
      node.refuse("needs the field group: without it every reader would see the whole table");
    }
    return node.optionalText();
  }

  /// Reads what an index carries; everything if the field is missing.
  ///
  /// @param index the node with the fields `projection` and `index`
  static Projection projection(JsonValue index) {
    JsonValue node = index.at("projection");
    if (!node.isMissing() && index.at("index").isMissing()) {
      node.refuse("needs the field index: it says what that index carries");
    }
    if (node.json().isArray()) {
      return new Projection.Only(node.texts());
    }
    if (node.isMissing() || "all".equals(node.json().textValue())) {
      return new Projection.All();
    }
    if (!"keys".equals(node.json().textValue())) {
      node.refuse("must be all, keys, or a list of attribute names");
    }
    return new Projection.Keys();
  }

  /// @param node the listing's field `order`
  private static Order order(JsonValue sort, JsonValue node) {
    Order ofSort = SortReader.order(sort);
    if (ofSort == null) {
      return node.isMissing() ? Order.ASCENDING : SortReader.direction(node);
    }
    if (!node.isMissing()) {
      node.mistake(
          "stands beside a sort of several parts, or one with order or missing. Leave it out, and"
              + " give each part of sort its order");
    }
    return ofSort;
  }

  private static PageSize pageSize(JsonValue node) {
    if (node.isMissing() || !node.isObject(List.of("default", "max", "cells"))) {
      return PageSize.DEFAULT;
    }
    int max = node.at("max").integer(1, PageSize.LIMIT, PageSize.DEFAULT.max());
    int fallback = Math.min(PageSize.DEFAULT.byDefault(), max);
    return new PageSize(
        node.at("default").integer(1, max, fallback),
        max,
        node.at("cells").integer(1, PageSize.CELLS_LIMIT, PageSize.CELLS_LIMIT));
  }

  private static Attributes attributes(JsonValue node) {
    if ("*".equals(node.json().textValue())) {
      return new Attributes.All();
    }
    if (!node.json().isArray()) {
      node.refuse("must be a list of attribute names, or \"*\" for all");
      return new Attributes.All();
    }
    List<String> names = node.texts();
    if (names.equals(List.of("*"))) {
      node.refuse(
          "must be a list of attribute names; for all attributes write \"attributes\": \"*\"");
    }
    return new Attributes.Only(names);
  }

  /// Refuses what DynamoDB has no table or index for, and filters that filter nothing. These rules
  /// are for the definitions that people write. A definition that a generation stores is not
  /// checked again, so that an index stays readable if a rule is added.
  ///
  /// @param listing the node that the definition was read from
  static void checkDefinition(JsonValue listing, IndexDefinition definition) {
    checkTable(listing.at("table"), definition.table());
    checkIndex(listing.at("index"));
    listing.at("filterIndexes").elements().forEach(each -> checkIndex(each.at("index")));
    definition.filters().forEach(f -> checkFilter(listing, definition, f.name(), f.path()));
    definition.open().forEach(f -> checkFilter(listing, definition, f.name(), f.path()));
  }

  private static void checkFilter(
      JsonValue listing, IndexDefinition definition, String name, AttributePath path) {
    if (definition.group().parts().stream()
            .anyMatch(part -> part.path().equals(path) && !part.each())
        && !path.attribute().isEmpty()) {
      listing
          .at("filters")
          .at(name)
          .at(path.isNested() ? "path" : "attribute")
          .refuse(
              "names the group, so it is the same for all items of a group. Leave this"
                  + " filter out: the group of a request selects them");
    }
  }

  private static void checkTable(JsonValue node, String name) {
    if (name.startsWith("arn:")) {
      node.refuse(
          "is an ARN; write the table's name alone: \"%s\""
              .formatted(name.substring(name.lastIndexOf('/') + 1)));
    } else if (!name.isEmpty() && !name.matches(TABLE_NAME)) {
      node.refuse("must be the name of a table, which has " + TABLE_NAME_IN_WORDS);
    }
  }

  private static void checkIndex(JsonValue node) {
    String name = node.json().textValue();
    if (name != null && !name.isEmpty() && !name.contains("${") && !name.matches(TABLE_NAME)) {
      node.refuse("must be the name of an index, which has " + TABLE_NAME_IN_WORDS);
    }
  }

  /// Reads the sorts of a listing: one `sort`, or several `sorts` by name.
  ///
  /// The nodes of the sorts, the default first; at least one.
  static List<JsonValue> sorts(JsonValue listing) {
    JsonValue sorts = listing.at("sorts");
    if (sorts.isMissing()) {
      return List.of(listing.at(SORT));
    }
    List<JsonValue> named = sorts.fields();
    if (named.isEmpty() || named.size() > SORTS_MAX) {
      sorts.refuse("must be an object with 1 to %d sorts, each by its name".formatted(SORTS_MAX));
      return List.of(listing.at(SORT));
    }
    named.forEach(ListingReader::checkName);
    refuseBeside(listing);
    return named;
  }

  private static void checkName(JsonValue sort) {
    if (!sort.name().matches(SORT_NAME)) {
      sort.mistake(
          "is named \"%s\"; the name of a sort has 1 to 20 letters, digits, _ and -, with a letter first"
              .formatted(sort.name()));
    }
  }

  private static void refuseBeside(JsonValue listing) {
    listing
        .given(List.of(SORT, "order"))
        .forEach(field -> field.mistake("stands beside sorts; leave it out"));
    listing
        .at("filters")
        .given(List.of(SORT))
        .forEach(
            filter ->
                filter.mistake(
                    "has the name of the parameter that chooses one of sorts; rename the filter"));
  }

  /// A further sort of a listing. The listing's indexes have the default one, so the items are read
  /// by key, unless the table's own key has this one.
  static Listing sorted(Listing main, IndexDefinition definition, JsonValue sort) {
    return new Listing(
        main.path() + "@" + sort.name(),
        main.path(),
        sort.name(),
        definition,
        PartitionsReader.ofTheTable(definition),
        order(sort),
        main.pageSize(),
        main.attributes(),
        main.groupClaim());
  }

  static Order order(JsonValue sort) {
    return Objects.requireNonNullElse(SortReader.order(sort), Order.ASCENDING);
  }
}
