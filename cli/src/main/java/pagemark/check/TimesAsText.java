package pagemark.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.key.AttributePath;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.Sort;
import pagemark.key.StringSort;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Finds sort values that are times of another unit than the listing says, and those of type string
/// that are times and do not order as such, or that requests cannot ask for as such.
///
/// @param items those that are in the listing
record TimesAsText(Listing listing, List<Map<String, AttributeValue>> items) {
  private static final int FORMS_MAX = 4;

  /// A date with each digit as 9, and perhaps a time.
  private static final Pattern FORM =
      Pattern.compile(
          "(9999[-/.]99[-/.]99|99[-/.]99[-/.]9999|99999999)"
              + "([T ]?99:?99(:?99([.,]9+)?)?)?(Z|[+-]99:?99)?");

  Optional<Finding> finding() {
    Sort.Part first = listing.definition().positions().sort().first();
    List<AttributeValue> values =
        items.stream().flatMap(item -> Stream.ofNullable(first.path().in(item))).toList();
    if (first.type() == EpochSort.MILLIS) {
      return wrongUnit(values);
    }
    List<String> texts = values.stream().map(AttributeValue::s).toList();
    return texts.isEmpty() || !(first.type() instanceof StringSort)
        ? Optional.empty()
        : unixTime(texts).or(() -> forms(texts));
  }

  /// Seconds that are declared as milliseconds fit, as times of January 1970.
  private Optional<Finding> wrongUnit(List<AttributeValue> values) {
    return SortForm.of(values)
        .filter(EpochSort.SECONDS::equals)
        .map(
            seconds ->
                Finding.wrong(
                    "sort",
                    "`sort` is epochMillis, but %s is %s in %s: that is a time in seconds"
                        .formatted(
                            attribute(),
                            Shown.value(values.getFirst()),
                            Shown.key(listing.definition(), first())),
                    "Use %s for `sort`".formatted(SortForm.json(seconds))));
  }

  /// The first item that has a sort value.
  private Map<String, AttributeValue> first() {
    AttributePath sort = listing.definition().positions().sort().first().path();
    return items.stream().filter(item -> sort.in(item) != null).findFirst().orElseThrow();
  }

  private String attribute() {
    return listing.definition().positions().sort().first().path().toString();
  }

  private Optional<Finding> unixTime(List<String> texts) {
    return SortForm.readByKey(texts.stream().map(AttributeValue::fromS).toList())
        .filter(EpochSort.class::isInstance)
        .map(
            epoch ->
                told(
                    "`sort` is string, and %s is Unix time as text, such as \"%s\": a date in `at`, `from` or `to` leads elsewhere"
                        .formatted(attribute(), texts.getFirst()),
                    "Use %s for `sort`, without `index`: items are read by key"
                        .formatted(SortForm.json(epoch))));
  }

  private Optional<Finding> forms(List<String> texts) {
    Map<String, String> examples = new LinkedHashMap<>();
    texts.forEach(text -> examples.putIfAbsent(text.replaceAll("[0-9]", "9"), text));
    boolean areTimes = examples.keySet().stream().allMatch(form -> FORM.matcher(form).matches());
    return areTimes && examples.size() > 1
        ? Optional.of(
            told(
                "`sort` is string, and %s has times in %d forms, such as %s: they are ordered as texts, not by time"
                    .formatted(
                        attribute(),
                        examples.size(),
                        examples.values().stream()
                            .limit(FORMS_MAX)
                            .map(text -> '"' + text + '"')
                            .collect(Collectors.joining(", "))),
                SortForm.fits(new InstantSort(), texts.stream().map(AttributeValue::fromS).toList())
                    ? "Use \"type\": \"instant\" for `sort`, without `index`: items are read by key"
                    : "Store them all in one form, and declare it as the `pattern` of type"
                        + " datetime"))
        : Optional.empty();
  }

  private Finding told(String text, String remedy) {
    return Finding.partly("sort", text, remedy);
  }
}
