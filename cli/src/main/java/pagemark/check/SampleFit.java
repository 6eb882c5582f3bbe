package pagemark.check;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.check.SeveralGroups.SplitGroups;
import pagemark.check.SortForm.TimesAsText;
import pagemark.entry.Group;
import pagemark.key.AttributePath;
import pagemark.key.AttributeType;
import pagemark.key.GroupKey;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.listing.Access;
import pagemark.listing.Choice;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.listing.Partitions;
import pagemark.listing.Selection;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Says which items of a sample a listing has, and why it does not have the others. It asks
/// [IndexDefinition#indexable], as the stream and rebuilds do.
final class SampleFit {
  private static final int NAMES_MAX = 12;

  /// Begins the reason of items that would be in too many groups.
  private static final String IN_GROUPS = "the item would be in ";

  private final Listing listing;
  private final IndexDefinition definition;
  private final List<Map<String, AttributeValue>> items;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, List<Map<String, AttributeValue>>> unfit = new LinkedHashMap<>();
  private final Map<Access, List<Map<String, AttributeValue>>> apart = new LinkedHashMap<>();
  private final List<Map<String, AttributeValue>> listed = new ArrayList<>();
  private final IntSummaryStatistics entries = new IntSummaryStatistics();
  private int absent;

  private SampleFit(Listing listing, List<Map<String, AttributeValue>> items) {
    this.listing = listing;
    this.definition = listing.definition();
    this.items = items;
  }

  /// @param items of the listing's table
  static List<Finding> judge(Listing listing, List<Map<String, AttributeValue>> items) {
    SampleFit judged = new SampleFit(listing, items);
    items.forEach(judged::place);
    judged.tell();
    return judged.findings.stream().map(finding -> finding.of(listing)).toList();
  }

  /// How many of the items have the group and the sort attribute.
  static long present(Listing listing, List<Map<String, AttributeValue>> items) {
    return items.stream()
        .filter(item -> !(listing.definition().indexable(item) instanceof Indexable.Absent))
        .count();
  }

  private void place(Map<String, AttributeValue> item) {
    switch (definition.indexable(item)) {
      case Indexable.Absent() -> absent++;
      case Indexable.Poison(var reason) ->
          unfit.computeIfAbsent(told(reason), _ -> new ArrayList<>()).add(item);
      case Indexed indexed -> {
        listed.add(item);
        entries.accept(indexed.groups().size());
        listing.accesses().stream()
            .filter(access -> !isQueried(access, indexed, item))
            .forEach(access -> apart.computeIfAbsent(access, _ -> new ArrayList<>()).add(item));
      }
    }
  }

  /// A reason that is the same for all items with too many groups.
  private static String told(String reason) {
    return reason.startsWith(IN_GROUPS)
        ? IN_GROUPS + "more than %d groups".formatted(IndexDefinition.GROUPS_MAX)
        : reason;
  }

  private static String name(Access access) {
    return access.index() == null ? "the table" : "the index " + access.index();
  }

  /// Whether a page that needs an item would query the partition that has it.
  private boolean isQueried(Access access, Indexed indexed, Map<String, AttributeValue> item) {
    Partitions partitions = access.partitions();
    if (definition.group().attribute().equals(Optional.of(partitions.attribute()))) {
      return true;
    }
    Selection cell = cell(indexed);
    AttributeValue sort = item.get(definition.positions().sortAttribute());
    AttributeValue partition = item.get(partitions.attribute().name());
    Optional<Group> group = group(indexed);
    return group.isEmpty()
        || !partitions.serve(group.get(), cell)
        || partitions
            .names(group.get(), cell, sort, sort)
            .filter(names -> names.stream().noneMatch(n -> partitions.value(n).equals(partition)))
            .isEmpty();
  }

  /// The group as partitions are named; empty if its name was shortened.
  private Optional<Group> group(Indexed indexed) {
    return definition.group().texts(indexed.groups().iterator().next()).map(GroupKey::unescaped);
  }

  private Selection cell(Indexed indexed) {
    if (definition.filters().isEmpty()) {
      return Selection.whole(definition);
    }
    List<Choice> choices = new ArrayList<>();
    for (int i = 0; i < definition.filters().size(); i++) {
      int ordinal = indexed.entry().cell().ordinals().get(i);
      choices.add(new Choice(definition.filters().get(i), ordinal));
    }
    return new Selection(choices);
  }

  private void tell() {
    if (items.isEmpty()) {
      findings.add(Finding.ok("items", "the table seems to be empty"));
      return;
    }
    boolean isNone = listed.isEmpty();
    unfit.forEach((reason, those) -> findings.add(unfit(reason, those, isNone)));
    apart.forEach((access, those) -> findings.add(apart(access, those)));
    new TimesAsText(listing, listed).finding().ifPresent(findings::add);
    new SplitGroups(listing, listed).finding().ifPresent(findings::add);
    List<Finding> matched = new ArrayList<>(new MatchedItems(listing, items, listed).findings());
    matched.addAll(new SeveralGroups(listing, items, listed, entries).findings());
    matched.stream().filter(finding -> !finding.isOk()).forEach(findings::add);
    if (findings.isEmpty()) {
      findings.add(absent == items.size() ? absent() : Finding.ok("items", counts()));
    }
    matched.stream().filter(Finding::isOk).forEach(findings::add);
    definition.placingAttributes().forEach(name -> nulls(name).ifPresent(findings::add));
  }

  /// How many items have NULL for an attribute.
  private Optional<Finding> nulls(String attribute) {
    long count =
        items.stream()
            .map(item -> item.get(attribute))
            .filter(value -> value != null && value.type() == AttributeValue.Type.NUL)
            .count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            Finding.ok(
                "items",
                "%d of %s have NULL for %s, which counts as missing"
                    .formatted(count, Shown.count(items.size(), "item"), attribute)));
  }

  private String counts() {
    return absent == 0
        ? "%d of %s fit".formatted(listed.size(), Shown.count(items.size(), "item"))
        : "%d of %s fit, and %d lack %s: they are not in this listing"
            .formatted(
                listed.size(),
                Shown.count(items.size(), "item"),
                absent,
                needed(" or ")
                    + (definition.where().isEmpty() ? "" : ", or do not meet a condition"));
  }

  private Finding unfit(String reason, List<Map<String, AttributeValue>> those, boolean isNone) {
    String text =
        "%d of %s cannot be listed: %s%s"
            .formatted(
                those.size(),
                Shown.count(items.size(), "item"),
                reason,
                shown(reason, those.getFirst()));
    String remedy =
        reason.startsWith(IN_GROUPS)
            ? "Leave out an open filter or `each`, or take an attribute with fewer elements"
            : remedy(attribute(reason), those);
    return isNone ? Finding.wrong("items", text, remedy) : Finding.partly("items", text, remedy);
  }

  private String shown(String reason, Map<String, AttributeValue> item) {
    if (reason.startsWith(IN_GROUPS)) {
      return ", such as " + Shown.key(definition, item);
    }
    String attribute = attribute(reason);
    return item.containsKey(attribute) ? ", but " + example(attribute, item) : "";
  }

  private Finding apart(Access access, List<Map<String, AttributeValue>> those) {
    String attribute = access.partitions().attribute().name();
    return Finding.partly(
        "partition",
        "%d of %s are not where pages look for them in %s: %s"
            .formatted(
                those.size(),
                Shown.count(items.size(), "item"),
                name(access),
                example(attribute, those.getFirst())),
        "Compare the `template` with the values in the table");
  }

  private String example(String attribute, Map<String, AttributeValue> item) {
    AttributeValue value = item.get(attribute);
    return "%s is %s in %s"
        .formatted(
            attribute, value == null ? "missing" : Shown.value(value), Shown.key(definition, item));
  }

  /// The attribute with whose name a reason begins.
  private String attribute(String reason) {
    return definition.placingAttributes().stream()
        .filter(name -> reason.startsWith(name + " "))
        .findFirst()
        .orElse(definition.positions().sortAttribute());
  }

  private String remedy(String attribute, List<Map<String, AttributeValue>> those) {
    if (attribute.equals(definition.positions().sortAttribute())) {
      return sortRemedy(items).or(() -> sortRemedy(those)).orElse("");
    }
    return those.stream()
        .map(item -> item.get(attribute))
        .filter(value -> value != null)
        .findFirst()
        .map(SampleFit::type)
        .filter(type -> !type.isEmpty())
        .map(type -> "Declare %s with \"type\": \"%s\"".formatted(attribute, type))
        .orElse("");
  }

  private Optional<String> sortRemedy(List<Map<String, AttributeValue>> from) {
    return found(from)
        .filter(type -> !type.equals(definition.positions().sortType()))
        .map(
            type ->
                "Use %s for `sort`%s"
                    .formatted(
                        SortForm.json(type),
                        type.isStoredOrder() ? "" : ", without `index`: items are read by key"));
  }

  private Optional<SortType> found(List<Map<String, AttributeValue>> from) {
    AttributePath sort = definition.positions().sort().first().path();
    return SortForm.of(from.stream().map(sort::in).filter(value -> value != null).toList());
  }

  /// The name of the type that takes every value like this one; empty if there is none.
  private static String type(AttributeValue value) {
    return switch (value.type()) {
      case S -> AttributeType.STRING.definitionName();
      case N -> AttributeType.NUMBER.definitionName();
      case B -> AttributeType.BINARY.definitionName();
      default -> "";
    };
  }

  /// The attributes without which an item is not listed.
  ///
  /// @param joint between two attributes
  private String needed(String joint) {
    return Stream.concat(
            definition.group().parts().stream().map(SampleFit::part),
            definition.positions().sort().parts().stream()
                .filter(part -> part.missing() == Sort.Missing.OMIT)
                .map(part -> part.path().toString()))
        .collect(Collectors.joining(joint));
  }

  private static String part(GroupPart part) {
    String value = (part.each() ? "an element of " : "") + part.path();
    return part.prefix().isEmpty()
        ? value
        : "%s that begins with \"%s\"".formatted(value, part.prefix());
  }

  private Finding absent() {
    TreeSet<String> names = new TreeSet<>();
    items.forEach(item -> names.addAll(item.keySet()));
    return Finding.partly(
        "items",
        "none of %s has %s".formatted(Shown.count(items.size(), "item"), needed(" and ")),
        "They have " + String.join(", ", names.stream().limit(NAMES_MAX).toList()));
  }
}
