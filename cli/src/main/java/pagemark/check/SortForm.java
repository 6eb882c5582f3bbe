package pagemark.check;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.key.AttributePath;
import pagemark.key.BinarySort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.Sort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import pagemark.key.UnfitException;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Finds the sort type that suits values, by looking at them.
public final class SortForm {
  /// 1980-01-01 and 2100-01-01: numbers between are taken for Unix time.
  private static final BigDecimal EPOCH_MIN = BigDecimal.valueOf(315_532_800L);

  private static final BigDecimal EPOCH_MAX = BigDecimal.valueOf(4_102_444_800L);
  private static final int MILLIS_DIGITS = 3;
  private static final int YEAR_MIN = 1900;
  private static final int YEAR_MAX = 2199;

  /// A date, perhaps with a time, between texts without digits. The same separator stands between
  /// the fields of a date, and between those of a time.
  private static final Pattern TIME =
      Pattern.compile(
          "(?<before>\\D*)\\d{4}(?<date>[-/.]?)\\d{2}"
              + "(?:\\k<date>(?<day>\\d{2})(?:(?<between>\\D?)(?<hour>\\d{2})"
              + "(?:(?<time>[-:.]?)\\d{2}(?:\\k<time>(?<second>\\d{2})"
              + "(?:(?<point>[.,])(?<fraction>\\d{1,3}))?)?)?)?)?"
              + "(?<after>\\D*|\\+00:?00)");

  private static final Predicate<String> DIGITS =
      Pattern.compile("\\d{10}|\\d{13}").asMatchPredicate();

  private SortForm() {}

  /// The most telling type that every value fits.
  ///
  /// @return empty if there are no values, or no type fits all
  public static Optional<SortType> of(List<AttributeValue> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    if (values.stream().allMatch(value -> value.n() != null)) {
      return Optional.of(number(values));
    }
    if (values.stream().allMatch(value -> value.s() != null)) {
      return Optional.of(text(values));
    }
    return values.stream().allMatch(value -> value.b() != null)
        ? Optional.of(new BinarySort())
        : unixTime(values, "any");
  }

  /// Unix time of which some values or all are texts of digits; empty if they are something else.
  private static Optional<SortType> unixTime(List<AttributeValue> values, String stored) {
    List<AttributeValue> numbers =
        values.stream()
            .filter(value -> value.n() != null || (value.s() != null && DIGITS.test(value.s())))
            .map(value -> AttributeValue.fromN(value.n() == null ? value.s() : value.n()))
            .toList();
    return numbers.size() == values.size() && number(numbers) instanceof EpochSort epoch
        ? Optional.of(epoch.as(stored))
        : Optional.empty();
  }

  /// The most telling type, of those too whose items are read by key: any form of ISO 8601, Unix
  /// time as text, texts without case. Empty if no type fits all.
  public static Optional<SortType> readByKey(List<AttributeValue> values) {
    return of(values).map(type -> type instanceof StringSort ? text(values, new TextSort()) : type);
  }

  /// Whether the values are times of ISO 8601 in several forms, which have no order as texts.
  public static boolean areTimesInSeveralForms(List<AttributeValue> values) {
    return values.stream().allMatch(value -> value.s() != null)
        && values.stream().map(value -> form(value.s())).distinct().count() > 1
        && fits(new InstantSort(), values);
  }

  /// A text with each digit as 9.
  private static String form(String text) {
    return text.replaceAll("[0-9]", "9");
  }

  private static SortType text(List<AttributeValue> values, SortType otherwise) {
    if (fits(new InstantSort(), values)) {
      return new InstantSort();
    }
    return unixTime(values, "string").orElse(otherwise);
  }

  /// Whether the values are numbers that are no times.
  public static boolean isNumber(SortType type) {
    return type instanceof IntegerSort || type instanceof NumberSort;
  }

  private static SortType number(List<AttributeValue> values) {
    if (isUnixTime(values, 0)) {
      return EpochSort.SECONDS;
    }
    if (isUnixTime(values, MILLIS_DIGITS)) {
      return EpochSort.MILLIS;
    }
    SortType whole = new IntegerSort();
    return fits(whole, values) ? whole : new NumberSort();
  }

  private static boolean isUnixTime(List<AttributeValue> values, int digits) {
    return fits(new IntegerSort(), values)
        && values.stream()
            .map(value -> new BigDecimal(value.n()).movePointLeft(digits))
            .allMatch(time -> time.compareTo(EPOCH_MIN) >= 0 && time.compareTo(EPOCH_MAX) < 0);
  }

  private static SortType text(List<AttributeValue> values) {
    Matcher time = TIME.matcher(values.getFirst().s());
    if (time.matches()) {
      try {
        SortType type = DatetimeSort.of(pattern(time));
        if (fits(type, values)) {
          return type;
        }
      } catch (IllegalArgumentException e) {
        // Text around the time that no pattern can have: it is a string then.
      }
    }
    return new StringSort();
  }

  private static String pattern(Matcher time) {
    StringBuilder pattern = new StringBuilder(literal(time.group("before")));
    pattern.append("uuuu").append(time.group("date")).append("MM");
    if (time.group("day") != null) {
      pattern.append(time.group("date")).append("dd");
    }
    if (time.group("hour") != null) {
      pattern.append(literal(time.group("between"))).append("HH");
      pattern.append(time.group("time") == null ? "" : time.group("time") + "mm");
      pattern.append(time.group("second") == null ? "" : time.group("time") + "ss");
    }
    if (time.group("fraction") != null) {
      pattern.append(time.group("point")).append("S".repeat(time.group("fraction").length()));
    }
    return pattern.append(literal(time.group("after"))).toString();
  }

  private static String literal(String text) {
    return text.matches("[-:/., _]*") ? text : "'" + text.replace("'", "''") + "'";
  }

  /// Whether every value fits a type, and times lie in the years that people write about.
  static boolean fits(SortType type, List<AttributeValue> values) {
    return values.stream().allMatch(value -> fits(type, value));
  }

  private static boolean fits(SortType type, AttributeValue value) {
    try {
      if (type instanceof SortType.AsTime time) {
        int year = time.time(value).getYear();
        return year >= YEAR_MIN && year <= YEAR_MAX;
      }
      switch (type) {
        case SortType.AsScore scores -> scores.score(value);
        case SortType.AsBytes bytes -> bytes.bytes(value);
      }
      return true;
    } catch (UnfitException e) {
      return false;
    }
  }

  /// A type as `listings.json` writes it: `"type": "datetime", "pattern": "uuuu"`.
  public static String json(SortType type) {
    String name = "\"type\": \"%s\"".formatted(type.definitionName());
    if (type.stored() != null) {
      return name + ", \"stored\": \"%s\"".formatted(type.stored());
    }
    return type.pattern() == null ? name : name + ", \"pattern\": \"%s\"".formatted(type.pattern());
  }

  /// Finds sort values that are times of another unit than the listing says, and those of type
  /// string that are times and do not order as such, or that requests cannot ask for as such.
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
      texts.forEach(text -> examples.putIfAbsent(form(text), text));
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
                  SortForm.fits(
                          new InstantSort(), texts.stream().map(AttributeValue::fromS).toList())
                      ? "Use \"type\": \"instant\" for `sort`, without `index`: items are read by"
                          + " key"
                      : "Store them all in one form, and declare it as the `pattern` of type"
                          + " datetime"))
          : Optional.empty();
    }

    private Finding told(String text, String remedy) {
      return Finding.partly("sort", text, remedy);
    }
  }
}
