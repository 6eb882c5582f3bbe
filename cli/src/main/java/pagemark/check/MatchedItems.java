package pagemark.check;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.listing.Condition;
import pagemark.listing.Expiry;
import pagemark.listing.Filter;
import pagemark.listing.FilterValue;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Says how many items of a sample meet each condition, and how many have a declared value of each
/// filter. What can match nothing is a mistake: mostly the name, the type or the case of a value is
/// wrong.
///
/// @param items of the listing's table
/// @param listed those that are in the listing
record MatchedItems(
    Listing listing,
    List<Map<String, AttributeValue>> items,
    List<Map<String, AttributeValue>> listed) {
  private static final int VALUES_MAX = 4;

  /// One for each condition, and for each filter if there are items in the listing.
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    listing.definition().where().forEach(condition -> findings.add(judge(condition)));
    if (!listed.isEmpty()) {
      listing.definition().filters().forEach(filter -> findings.add(judge(filter)));
      Expiry expires = listing.definition().expires();
      if (expires != null) {
        findings.add(judge(expires));
      }
    }
    return findings;
  }

  private Finding judge(Condition condition) {
    long met = items.stream().filter(condition::isMet).count();
    List<FilterValue> values =
        switch (condition.test()) {
          case Condition.Test.OneOf(var some) -> some;
          case Condition.Test.NoneOf(var some) -> some;
          case Condition.Test.Prefix _, Condition.Test.Exists _ -> List.of();
        };
    return judge(
        new Place("where", condition.path(), values),
        items,
        met,
        "meets the condition: " + condition,
        "meet the condition: " + condition);
  }

  private Finding judge(Filter filter) {
    long having =
        listed.stream()
            .map(filter.path()::in)
            .filter(Objects::nonNull)
            .filter(value -> filter.values().stream().anyMatch(each -> each.matches(value)))
            .count();
    String value = "a declared value of the filter " + filter.name();
    return judge(
        new Place("filters", filter.path(), filter.values()),
        listed,
        having,
        "has " + value,
        "have " + value);
  }

  private Finding judge(Expiry expires) {
    String part = "expires";
    String name = expires.attribute();
    long in = listed.stream().filter(item -> expires.at(item).isPresent()).count();
    String count = Shown.count(listed.size(), "item");
    if (in > 0) {
      return Finding.ok(part, "%d of %s expire, by %s".formatted(in, count, name));
    }
    List<AttributeValue> found =
        listed.stream().map(AttributePath.of(name)::in).filter(Objects::nonNull).toList();
    String values = seen(part, AttributePath.of(name), found);
    return Finding.partly(
        part,
        "no item of %s expires by %s".formatted(count, name),
        found.stream().anyMatch(MatchedItems::isInMilliseconds)
            ? values + ": that is Unix time in milliseconds, and DynamoDB's TTL is in seconds"
            : values + ". DynamoDB's TTL is a number, Unix time in seconds");
  }

  /// Whether a number was meant in milliseconds: nobody lets items live for 7,000 years.
  private static boolean isInMilliseconds(AttributeValue value) {
    return value.n() != null && new BigDecimal(value.n()).compareTo(Expiry.LAST) > 0;
  }

  /// The value that a condition or filter looks at.
  ///
  /// @param part of the listing
  private record Place(String part, AttributePath path, List<FilterValue> values) {}

  private Finding judge(
      Place place,
      List<Map<String, AttributeValue>> among,
      long matched,
      String one,
      String several) {
    String all = Shown.count(among.size(), "item");
    List<AttributeValue> found =
        among.stream().map(place.path()::in).filter(Objects::nonNull).toList();
    Optional<String> name = found.isEmpty() ? rightName(place.path(), among) : Optional.empty();
    Optional<String> remedy = name.or(() -> new Misspelled(place.values(), found).text());
    if (matched == 0) {
      return Finding.partly(
          place.part(),
          "no item of %s %s".formatted(all, one),
          remedy.orElseGet(() -> seen(place.part(), place.path(), found)));
    }
    String met = "%d of %s %s".formatted(matched, all, several);
    String doubt =
        name.isPresent()
            ? "no item of %s has %s, which is looked at by: %s"
                .formatted(all, place.path(), several)
            : met + ", and some values are declared in another form than items have";
    return remedy
        .map(advice -> Finding.partly(place.part(), doubt, advice))
        .orElseGet(() -> Finding.ok(place.part(), met));
  }

  /// How to write a place that no item has: as a path, as the name of an attribute, or in the case
  /// that items have. Empty if they have nothing like it.
  static Optional<String> rightName(AttributePath path, List<Map<String, AttributeValue>> among) {
    AttributePath nested = new AttributePath(List.of(path.toString().split("\\.", -1)));
    AttributePath plain = AttributePath.of(path.toString());
    if (isThere(nested, among)) {
      return Optional.of(
          "Write \"path\": [\"%s\"] instead of \"attribute\": it goes into the map %s"
              .formatted(String.join("\", \"", nested.names()), nested.attribute()));
    }
    if (isThere(plain, among)) {
      return Optional.of(
          "Write \"attribute\": \"%s\" instead of \"path\": it is the name of an attribute"
              .formatted(plain));
    }
    TreeSet<String> names = new TreeSet<>();
    among.forEach(item -> names.addAll(item.keySet()));
    return names.stream()
        .filter(
            name -> name.equalsIgnoreCase(path.attribute()) && !names.contains(path.attribute()))
        .findFirst()
        .map(name -> "Write %s instead of %s, as items have it".formatted(name, path.attribute()));
  }

  private static boolean isThere(AttributePath path, List<Map<String, AttributeValue>> among) {
    return among.stream().anyMatch(item -> path.in(item) != null);
  }

  /// Some values at a place, with their types, and what to do if none can be declared.
  static String seen(String part, AttributePath path, List<AttributeValue> found) {
    if (found.isEmpty()) {
      return "No item has %s".formatted(path);
    }
    Optional<AttributeValue> collection = found.stream().filter(MatchedItems::isMany).findFirst();
    if (collection.isPresent() && found.stream().allMatch(MatchedItems::isMany)) {
      return collection.get().hasM()
          ? "%s is a map: write a \"path\" into it, such as [\"%s\", \"%s\"]"
              .formatted(
                  path,
                  String.join("\", \"", path.names()),
                  collection.get().m().keySet().stream().sorted().findFirst().orElse("name"))
          : "%s is a %s, which equals no text and no number. %s"
              .formatted(path, kind(collection.get()), insteadOfAList(part));
    }
    List<String> values =
        found.stream()
            .map(value -> "%s (%s)".formatted(Shown.value(value), value.type()))
            .distinct()
            .limit(VALUES_MAX)
            .toList();
    return "%s is %s".formatted(path, String.join(", ", values));
  }

  private static String insteadOfAList(String part) {
    return part.equals("filters")
        ? "Write \"values\": \"any\", \"each\": true instead of values: then readers may ask for"
            + " any element"
        : "Store one value in an attribute of its own, and declare that";
  }

  private static boolean isMany(AttributeValue value) {
    return value.hasM() || SeveralGroups.isListOrSet(value);
  }

  private static String kind(AttributeValue value) {
    return value.hasL() ? "list (L)" : "set (%s)".formatted(value.type());
  }

  /// Finds declared values that no item has, while items have the same as another type or in
  /// another case.
  ///
  /// @param declared by a filter or condition
  /// @param found the values that items have in that place
  record Misspelled(List<FilterValue> declared, List<AttributeValue> found) {

    /// How to write them; empty if there are none.
    Optional<String> text() {
      Map<String, String> written = new LinkedHashMap<>();
      for (FilterValue value : declared) {
        if (found.stream().noneMatch(value::matches)) {
          found.stream()
              .filter(other -> isSame(value, other) && !isDeclared(other))
              .findFirst()
              .ifPresent(other -> written.put(json(value), Shown.value(other)));
        }
      }
      return written.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "Write %s instead of %s, as items have it"
                  .formatted(
                      String.join(", ", written.values()), String.join(", ", written.keySet())));
    }

    private boolean isDeclared(AttributeValue other) {
      return declared.stream().anyMatch(value -> value.matches(other));
    }

    private static boolean isSame(FilterValue value, AttributeValue other) {
      return switch (value) {
        case FilterValue.Text _, FilterValue.Numeric _, FilterValue.Bool _ ->
            value.label().equalsIgnoreCase(text(other));
        case FilterValue.Range _, FilterValue.TimeRange _ -> false;
      };
    }

    private static @Nullable String text(AttributeValue value) {
      return switch (value.type()) {
        case S -> value.s();
        case N -> AttributeType.canonical(new BigDecimal(value.n()));
        case BOOL -> Boolean.toString(value.bool());
        default -> null;
      };
    }

    private static String json(FilterValue value) {
      return value instanceof FilterValue.Text(var text) ? '"' + text + '"' : value.label();
    }
  }
}
