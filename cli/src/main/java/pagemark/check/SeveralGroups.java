package pagemark.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pagemark.key.AttributePath;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.KeyAttribute;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
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

  /// Finds groups that are parts of what a reader would page through: write shards, such as
  /// `alice#0` to `alice#7`, and buckets of time, such as `alice#2024-05-01`.
  ///
  /// @param items those that are in the listing
  record SplitGroups(Listing listing, List<Map<String, AttributeValue>> items) {
    private static final Pattern NUMBERED =
        Pattern.compile("(?s)(.*[#_:|./-])?(\\d{1,2})([#_:|./-].*)?");
    private static final Pattern DATED =
        Pattern.compile("(?<!\\d)(?:19|20)\\d\\d([-/.]?)\\d\\d(?:\\1\\d\\d)?(?!\\d)");
    private static final Pattern TIME_OF_DAY =
        Pattern.compile("(?:[01]\\d|2[0-3])(?::?[0-5]\\d){1,2}(?:[.,]\\d+)?Z?");
    private static final int MONTH_DIGITS = 6;
    private static final int SHARDS_MIN = 4;
    private static final int SHARDS_MAX = 64;

    Optional<Finding> finding() {
      Optional<KeyAttribute> group = listing.definition().group().attribute();
      boolean isQueried =
          listing.accesses().stream()
              .limit(1)
              .allMatch(own -> group.equals(Optional.of(own.partitions().attribute())));
      return group.isPresent() && isQueried ? shards().or(this::buckets) : Optional.empty();
    }

    /// Numbers from 0 on without a gap, each with the same texts around it. Numbers that count
    /// things mostly begin at 1.
    private Optional<Finding> shards() {
      Set<String> names = new TreeSet<>();
      Set<String> without = new HashSet<>();
      TreeSet<Integer> numbers = new TreeSet<>();
      for (String group : groups()) {
        Matcher numbered = NUMBERED.matcher(group);
        if (!numbered.matches() || group.length() == numbered.group(2).length()) {
          return Optional.empty();
        }
        names.add(group);
        without.add(numbered.group(1) + "\n" + numbered.group(3));
        numbers.add(Integer.valueOf(numbered.group(2)));
      }
      int count = numbers.size();
      return count >= SHARDS_MIN
              && count <= SHARDS_MAX
              && numbers.last() == count - 1
              && names.size() >= 2 * without.size()
          ? Optional.of(shards(names.iterator().next(), count))
          : Optional.empty();
    }

    private Finding shards(String example, int count) {
      Matcher numbered = NUMBERED.matcher(example);
      String shard =
          numbered.matches() && numbered.group(2).length() > 1 ? "{shard:00}" : "{shard}";
      String after = numbered.group(3);
      return told(
          "the groups have the numbers 0 to %d in them, like %s: that looks like write shards, and each is a group of its own"
              .formatted(count - 1, Shown.value(AttributeValue.fromS(example))),
          after == null
              ? "{group}" + last(numbered.group(1)) + shard
              : Objects.requireNonNullElse(numbered.group(1), "")
                  + shard
                  + after.charAt(0)
                  + "{group}",
          ", \"shards\": " + count);
    }

    private static char last(String text) {
      return text.charAt(text.length() - 1);
    }

    /// Dates in groups that are those of the sort values, or that the sort values lack.
    private Optional<Finding> buckets() {
      Set<String> dates = new HashSet<>();
      boolean areDays = !items.isEmpty();
      boolean areWhole = true;
      for (Map<String, AttributeValue> item : items) {
        Matcher dated = DATED.matcher(Objects.toString(value(item, attribute()).s(), ""));
        if (!dated.find()) {
          return Optional.empty();
        }
        dates.add(digits(dated.group()));
        areWhole &= digits(item).startsWith(digits(dated.group()));
        areDays &= isTimeOfDay(item);
      }
      if (dates.size() < 2 || !(areWhole || areDays)) {
        return Optional.empty();
      }
      return Optional.of(areWhole ? bucket(groups().getFirst()) : days(groups().getFirst()));
    }

    private boolean isTimeOfDay(Map<String, AttributeValue> item) {
      String sort = listing.definition().positions().sortAttribute();
      AttributeValue time = item.get(sort);
      return time != null && time.s() != null && TIME_OF_DAY.matcher(time.s()).matches();
    }

    /// No template makes such a group of a sort value, as that has no date.
    private Finding days(String example) {
      return Finding.partly(
          "group",
          "the groups have the days of their items, like %s, and %s is only a time of day: each day is a group of its own, and pages end with it"
              .formatted(
                  Shown.value(AttributeValue.fromS(example)),
                  listing.definition().positions().sortAttribute()),
          "To page through all of them, give items an attribute with the name alone for `group`,"
              + " and one with date and time for `sort`");
    }

    private Finding bucket(String example) {
      Matcher dated = DATED.matcher(example);
      boolean isFound = dated.find();
      String pattern = "uuuu" + dated.group(1) + "MM" + dated.group(1) + "dd";
      boolean isMonth = isFound && digits(dated.group()).length() == MONTH_DIGITS;
      String sort =
          "{sort:%s}"
              .formatted(isMonth ? pattern.substring(0, pattern.lastIndexOf("MM") + 2) : pattern);
      String before = example.substring(0, dated.start());
      String after = example.substring(dated.end());
      return told(
          "the groups have the date of their items, like %s: each is a group of its own, and pages end with it"
              .formatted(Shown.value(AttributeValue.fromS(example))),
          before.isEmpty()
              ? sort + (after.isEmpty() ? "" : after.charAt(0) + "{group}")
              : "{group}" + last(before) + sort,
          "");
    }

    /// @param more of the field `partition`
    private Finding told(String text, String template, String more) {
      return Finding.partly(
          "group",
          text,
          "To page through all of them, give items an attribute with the name alone for `group`, and declare \"partition\": { \"attribute\": \"%s\", \"template\": \"%s\"%s } as in docs/partitions.md"
              .formatted(attribute(), template, more));
    }

    private List<String> groups() {
      return items.stream()
          .map(item -> Objects.toString(value(item, attribute()).s(), ""))
          .toList();
    }

    private String attribute() {
      return listing.definition().group().attribute().orElseThrow().name();
    }

    private static AttributeValue value(Map<String, AttributeValue> item, String attribute) {
      return Objects.requireNonNull(item.get(attribute));
    }

    /// The digits of an item's time, from the year on.
    private String digits(Map<String, AttributeValue> item) {
      AttributeValue sort = value(item, listing.definition().positions().sortAttribute());
      if (!(listing.definition().positions().sortType() instanceof SortType.AsTime type)) {
        return digits(Objects.toString(sort.s(), ""));
      }
      try {
        return digits(type.time(sort).toString());
      } catch (UnfitException e) {
        return "";
      }
    }

    private static String digits(String text) {
      return text.replaceAll("[^0-9]", "");
    }
  }
}
