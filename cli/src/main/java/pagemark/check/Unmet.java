package pagemark.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import pagemark.key.AttributePath;
import pagemark.listing.Condition;
import pagemark.listing.Filter;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Finds conditions that no item of a sample meets, and filters of which no item has a declared
/// value: mostly the name, the type or the case of a value is wrong.
///
/// @param items of the listing's table
record Unmet(Listing listing, List<Map<String, AttributeValue>> items) {
  private static final int VALUES_MAX = 4;

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (Condition condition : listing.definition().where()) {
      if (items.stream().noneMatch(condition::isMet)) {
        findings.add(
            found("where", items.size(), "meets the condition: " + condition, condition.path()));
      }
    }
    List<Indexed> listed =
        items.stream()
            .map(listing.definition()::indexable)
            .filter(Indexed.class::isInstance)
            .map(Indexed.class::cast)
            .toList();
    List<Filter> filters = listing.definition().filters();
    for (int at = 0; at < filters.size() && !listed.isEmpty(); at++) {
      if (isOtherOnly(listed, at)) {
        String not = "has a declared value of the filter " + filters.get(at).name();
        findings.add(found("filters", listed.size(), not, filters.get(at).path()));
      }
    }
    return findings;
  }

  private static boolean isOtherOnly(List<Indexed> listed, int filter) {
    return listed.stream().allMatch(each -> each.entry().cell().ordinals().get(filter) == 0);
  }

  private Finding found(String part, int of, String not, AttributePath path) {
    return Finding.partly(
        listing.name(),
        part,
        "no item of %s %s".formatted(Shown.count(of, "item"), not),
        values(path));
  }

  /// Some values at a place, with their types.
  private String values(AttributePath path) {
    List<String> values =
        items.stream()
            .map(path::in)
            .filter(Objects::nonNull)
            .map(value -> "%s (%s)".formatted(Shown.value(value), value.type()))
            .distinct()
            .limit(VALUES_MAX)
            .toList();
    return values.isEmpty()
        ? "No item has %s".formatted(path)
        : "%s is %s".formatted(path, String.join(", ", values));
  }
}
