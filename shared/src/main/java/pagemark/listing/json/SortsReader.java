package pagemark.listing.json;

import java.util.List;
import java.util.Objects;
import pagemark.entry.Order;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;

/// Reads the sorts of a listing: one `sort`, or several `sorts` by name.
final class SortsReader {
  /// Each is an index of its own.
  static final int SORTS_MAX = 10;

  private static final String SORT = "sort";
  private static final String NAME = "[a-zA-Z][a-zA-Z0-9_-]{0,19}";

  private SortsReader() {}

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
    named.forEach(SortsReader::checkName);
    refuseBeside(listing);
    return named;
  }

  private static void checkName(JsonValue sort) {
    if (!sort.name().matches(NAME)) {
      sort.mistake(
          "is named \"%s\"; the name of a sort has 1 to 20 letters, digits, _ and -, with a letter first"
              .formatted(sort.name()));
    }
  }

  private static void refuseBeside(JsonValue listing) {
    for (String field : List.of(SORT, "order")) {
      if (!listing.at(field).isMissing()) {
        listing.at(field).mistake("stands beside sorts; leave it out");
      }
    }
    JsonValue filter = listing.at("filters").at(SORT);
    if (!filter.isMissing()) {
      filter.mistake("has the name of the parameter that chooses one of sorts; rename the filter");
    }
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
