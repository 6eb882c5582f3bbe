package pagemark.check;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import pagemark.key.AttributePath;
import pagemark.key.GroupPart;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.listing.OpenFilter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Says how many entries items of a sample have if a listing can have an item in several groups,
/// and how many items have a value of each open filter. If the definition asks for a list and items
/// have a single value, or the other way round, it says what to write.
///
/// @param items of the listing's table
/// @param listed those that are in the listing
/// @param entries how many entries each of these has
record SeveralGroups(
    Listing listing,
    List<Map<String, AttributeValue>> items,
    List<Map<String, AttributeValue>> listed,
    IntSummaryStatistics entries) {
  /// None if an item can only be in one group.
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    IndexDefinition definition = listing.definition();
    List<GroupPart> each = definition.group().parts().stream().filter(GroupPart::each).toList();
    each.forEach(
        part -> noLists("group", part.path(), items, "names no group").ifPresent(findings::add));
    if (!listed.isEmpty()) {
      definition.open().forEach(filter -> findings.add(judge(filter)));
      if (definition.hasSeveralEntries()) {
        findings.add(Finding.ok("entries", costs()));
      }
    }
    return findings;
  }

  private String costs() {
    return String.format(
        Locale.ROOT,
        "an item has %.1f entries in the index on average, %d at most. A new item is as many writes"
            + " of the index, and so is another sort value or declared filter value; another"
            + " element or value of an open filter is one for each that comes or goes",
        entries.getAverage(),
        entries.getMax());
  }

  private Finding judge(OpenFilter filter) {
    long having = listed.stream().filter(item -> hasValue(filter, item)).count();
    String all = Shown.count(listed.size(), "item");
    String name = "a value of the open filter " + filter.name();
    Optional<Finding> mistaken =
        filter.each()
            ? noLists(
                "filters", filter.path(), listed, "is no value of the filter " + filter.name())
            : lists(filter);
    if (mistaken.isPresent()) {
      return mistaken.get();
    }
    if (having > 0) {
      return Finding.ok("filters", "%d of %s have %s".formatted(having, all, name));
    }
    return Finding.partly(
        "filters", "no item of %s has %s: it never fits".formatted(all, name), seen(filter.path()));
  }

  private String seen(AttributePath path) {
    List<AttributeValue> found = found(path, listed);
    return found.isEmpty()
        ? MatchedItems.rightName(path, listed)
            .orElseGet(() -> MatchedItems.seen("filters", path, found))
        : MatchedItems.seen("filters", path, found);
  }

  private static boolean hasValue(OpenFilter filter, Map<String, AttributeValue> item) {
    try {
      return !filter.texts(item).isEmpty();
    } catch (UnfitException e) {
      return false;
    }
  }

  private static List<AttributeValue> found(
      AttributePath path, List<Map<String, AttributeValue>> among) {
    return among.stream().map(path::in).filter(Objects::nonNull).toList();
  }

  /// The finding about items that have a list or set although the filter lacks `each`.
  private Optional<Finding> lists(OpenFilter filter) {
    long lists = found(filter.path(), listed).stream().filter(SeveralGroups::isListOrSet).count();
    return lists == 0
        ? Optional.empty()
        : Optional.of(
            Finding.partly(
                "filters",
                "%d of %s have a list or set at %s, which is no value of the filter %s"
                    .formatted(
                        lists, Shown.count(listed.size(), "item"), filter.path(), filter.name()),
                "Add \"each\": true to it: then each element is a value"));
  }

  /// The finding about items that have a single value where each of a list or set is declared.
  private Optional<Finding> noLists(
      String part,
      AttributePath path,
      List<Map<String, AttributeValue>> among,
      String consequence) {
    List<AttributeValue> single =
        found(path, among).stream().filter(value -> !isListOrSet(value)).toList();
    return single.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Finding.partly(
                part,
                "%d of %s have no list or set at %s, but %s: with \"each\" that %s"
                    .formatted(
                        single.size(),
                        Shown.count(among.size(), "item"),
                        path,
                        Shown.value(single.getFirst()),
                        consequence),
                "Leave \"each\" out if no item has a list or set there, else store lists only"));
  }

  static boolean isListOrSet(AttributeValue value) {
    return value.hasL() || value.hasSs() || value.hasNs() || value.hasBs();
  }
}
