package pagemark.listing.json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.listing.Attributes;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.PageSize;
import pagemark.listing.Projection;

/// Reads one listing of `listings.json`.
final class ListingReader {
  private static final Set<String> FIELDS =
      new LinkedHashSet<>(
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
              "groupClaim"));
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
    List<JsonValue> sorts = SortsReader.sorts(node);
    List<IndexDefinition> definitions = DefinitionReader.read(node, sorts);
    IndexDefinition first = definitions.getFirst();
    DefinitionRules.check(node, first);
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
            isOne ? order(sorts.getFirst(), node.at("order")) : SortsReader.order(sorts.getFirst()),
            pageSize(node.at("pageSize")),
            attributes(node.at("attributes")),
            groupClaim(node.at("groupClaim"), first));
    List<Listing> listings = new ArrayList<>(List.of(main));
    for (int i = 1; i < definitions.size(); i++) {
      listings.add(SortsReader.sorted(main, definitions.get(i), sorts.get(i)));
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
    if (node.isMissing()
        || !node.isObject(new LinkedHashSet<>(List.of("default", "max", "cells")))) {
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
}
