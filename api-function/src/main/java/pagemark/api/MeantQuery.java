package pagemark.api;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Order;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The parameters that were probably meant by those of a refused request: words of other APIs,
/// other spellings, and values that are nearly right. What has no meaning here is left out. Whether
/// the result is a valid request, [RequestReader] decides.
final class MeantQuery {
  /// Our name of a parameter, by the names that other APIs give it, such as `size` by `perpage`.
  /// Those are in lower case, without `_`, `-` and other signs.
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    words("page", "p", "pg", "pageno", "pagenum", "pagenumber", "currentpage", "number");
    words("size", "limit", "perpage", "pagesize", "itemsperpage", "take", "rows", "pagelimit");
    words("size", "maxresults", "first", "top");
    words("skip", "offset", "start", "startindex", "pageoffset");
    words("from", "since", "startdate", "begin", "mindate", "gte", "datefrom", "after");
    words("to", "until", "till", "enddate", "maxdate", "lte", "dateto", "before");
    words("at", "date", "time", "day", "jump", "goto");
    words("order", "dir", "direction", "sortdir", "sortorder", "orderby", "ordering");
    words("item", "id", "itemid");
  }

  private static void words(String ours, String... theirs) {
    Stream.of(theirs).forEach(word -> NAMES.put(word, ours));
  }

  /// `filter[rating]`, `page[number]`, `rating[]`
  private static final Pattern BRACKETS = Pattern.compile("(\\w*)\\[(\\w*)]");

  /// `rating:5` as the value of a parameter
  private static final Pattern EXPRESSION = Pattern.compile("(\\w+)\\s*(?:[:=]|==)\\s*(.+)");

  /// `4-5`, `gte.4`, `>=4`
  private static final Pattern RANGE = Pattern.compile("(\\d+)\\s*(?:-|\\.\\.)\\s*(\\d+)");

  private static final Pattern BOUND =
      Pattern.compile("(gte|gt|lte|lt|>=|>|<=|<)[.:]?\\s*(\\d+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern DAY = Pattern.compile("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})");
  private static final Pattern UNIX = Pattern.compile("\\d{9,10}|\\d{12,13}");
  private static final int YEAR_MONTH = 7;
  private static final int UNIX_SECONDS = 10;

  private final Listing listing;
  private final Set<String> known = new LinkedHashSet<>(RequestReader.OF_PAGES);
  private final SequencedMap<String, String> meant = new LinkedHashMap<>();

  MeantQuery(Listing listing) {
    this.listing = listing;
    known.addAll(listing.definition().filterNames());
  }

  /// @param given decoded, in their order
  /// @return each once
  SequencedMap<String, String> of(List<Map.Entry<String, String>> given) {
    given.forEach(pair -> take(pair.getKey(), pair.getValue().strip()));
    String from = meant.get("from");
    String to = meant.get("to");
    if (from != null && to != null && from.compareTo(to) > 0) {
      meant.put("from", to);
      meant.put("to", from);
    }
    List<String> starts = RequestReader.STARTS.stream().filter(meant::containsKey).toList();
    starts.stream().skip(1).forEach(meant::remove);
    return meant;
  }

  private void take(String name, String value) {
    Matcher expression = EXPRESSION.matcher(value);
    if (name(name) == null && expression.matches()) {
      put(expression.group(1), expression.group(2));
    } else {
      put(name, value);
    }
  }

  private void put(String name, String value) {
    String ours = name(name);
    if ((name.equals("sort") && !isSort(value)) || "order".equals(ours)) {
      order(value).ifPresent(text -> meant.put("order", text));
    } else if (ours != null) {
      value(ours, value).ifPresent(text -> meant.merge(ours, text, (a, b) -> joined(ours, a, b)));
    }
  }

  private boolean isSort(String name) {
    return name.equals(listing.sort());
  }

  private String joined(String name, String first, String second) {
    return filter(name).isPresent() ? first + "," + second : first;
  }

  private @Nullable String name(String given) {
    if (known.contains(given)) {
      return given;
    }
    Matcher brackets = BRACKETS.matcher(given);
    if (brackets.matches()) {
      String inner = brackets.group(2);
      return name(inner.isEmpty() ? brackets.group(1) : inner);
    }
    boolean isGroup =
        listing.definition().group().parts().stream()
            .anyMatch(part -> part.path().toString().equalsIgnoreCase(given));
    if (isGroup) {
      return "group";
    }
    return known.stream()
        .filter(given::equalsIgnoreCase)
        .findFirst()
        .orElseGet(() -> NAMES.get(given.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "")));
  }

  private Optional<Filter> filter(String name) {
    return listing.definition().filters().stream().filter(f -> f.name().equals(name)).findFirst();
  }

  private Optional<String> value(String name, String value) {
    Optional<Filter> filter = filter(name);
    if (filter.isPresent()) {
      List<String> values = values(filter.get(), value);
      return values.isEmpty() ? Optional.empty() : Optional.of(String.join(",", values));
    }
    return switch (name) {
      case "page" -> Optional.of(page(value));
      case "skip" -> whole(value);
      case "size" -> size(value);
      case "at", "from", "to" -> time(value);
      case "cursor", "sort", "numbering" -> Optional.empty();
      default -> value.isEmpty() ? Optional.empty() : Optional.of(value);
    };
  }

  /// The last page is the first one of the other order.
  private String page(String value) {
    if (value.equalsIgnoreCase("last")) {
      Order other = listing.order() == Order.ASCENDING ? Order.DESCENDING : Order.ASCENDING;
      meant.putIfAbsent("order", other.text());
      return "1";
    }
    return whole(value).filter(number -> !number.equals("0")).orElse("1");
  }

  private static Optional<String> whole(String value) {
    Matcher number = Pattern.compile("0*(\\d{1,9})(\\.\\d*)?").matcher(value);
    return number.matches() ? Optional.of(number.group(1)) : Optional.empty();
  }

  private Optional<String> size(String value) {
    Optional<String> number = whole(value).filter(text -> !text.equals("0"));
    boolean isAll = value.equalsIgnoreCase("all") || value.equalsIgnoreCase("max");
    return isAll ? Optional.of(Integer.toString(listing.pageSize().max())) : number;
  }

  private static Optional<String> order(String value) {
    String text = value.toLowerCase(Locale.ROOT);
    if (text.startsWith("-") || text.contains("desc") || text.contains("newest")) {
      return Optional.of(Order.DESCENDING.text());
    }
    return text.startsWith("+") || text.contains("asc") || text.contains("oldest")
        ? Optional.of(Order.ASCENDING.text())
        : Optional.empty();
  }

  private static List<String> values(Filter filter, String text) {
    List<String> labels = filter.ordinals().stream().map(filter::label).toList();
    Set<String> values = new LinkedHashSet<>();
    for (String part : text.split("[,|;]", -1)) {
      String value = part.strip();
      Matcher range = RANGE.matcher(value);
      Matcher bound = BOUND.matcher(value);
      if (labels.stream().noneMatch(value::equals) && (range.matches() || bound.matches())) {
        labels.stream()
            .filter(label -> label.matches("\\d{1,9}"))
            .filter(
                label ->
                    range.matches()
                        ? isWithin(label, range.group(1), range.group(2))
                        : isBeyond(label, bound.group(1), bound.group(2)))
            .forEach(values::add);
      } else {
        labels.stream().filter(label -> isSame(label, value)).findFirst().ifPresent(values::add);
      }
    }
    return new ArrayList<>(values);
  }

  private static boolean isWithin(String label, String from, String to) {
    BigDecimal number = new BigDecimal(label);
    return number.compareTo(new BigDecimal(from)) >= 0 && number.compareTo(new BigDecimal(to)) <= 0;
  }

  private static boolean isBeyond(String label, String sign, String than) {
    int compared = new BigDecimal(label).compareTo(new BigDecimal(than));
    return switch (sign.toLowerCase(Locale.ROOT)) {
      case "gte", ">=" -> compared >= 0;
      case "gt", ">" -> compared > 0;
      case "lte", "<=" -> compared <= 0;
      default -> compared < 0;
    };
  }

  private static boolean isSame(String label, String value) {
    return label.equalsIgnoreCase(value)
        || (label.matches("-?\\d{1,9}")
            && value.matches("-?\\d{1,9}\\.?0*")
            && new BigDecimal(label).compareTo(new BigDecimal(value)) == 0);
  }

  /// A time in the form of the listing's sort values; as it is given if that is none.
  private Optional<String> time(String value) {
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!(listing.definition().positions().sortType() instanceof SortType.AsTime type)) {
      return Optional.of(value);
    }
    try {
      AttributeValue sorted = type.value(moment(value));
      return Optional.of(sorted.s() == null ? sorted.n() : sorted.s());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// @throws DateTimeException if the text is no time in any of these forms
  private static LocalDateTime moment(String text) {
    Matcher day = DAY.matcher(text);
    if (day.matches()) {
      int first = Integer.parseInt(day.group(1));
      int second = Integer.parseInt(day.group(2));
      int year = Integer.parseInt(day.group(3));
      return (first > 12 ? LocalDate.of(year, second, first) : LocalDate.of(year, first, second))
          .atStartOfDay();
    }
    if (UNIX.matcher(text).matches()) {
      long number = Long.parseLong(text);
      Instant at =
          text.length() > UNIX_SECONDS
              ? Instant.ofEpochMilli(number)
              : Instant.ofEpochSecond(number);
      return LocalDateTime.ofInstant(at, ZoneOffset.UTC);
    }
    String iso = text.replace(' ', 'T');
    if (iso.matches(".*T.*(Z|[+-]\\d{2}:?\\d{2})")) {
      return OffsetDateTime.parse(iso).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (iso.contains("T")) {
      return LocalDateTime.parse(iso);
    }
    return LocalDate.parse(iso.length() == YEAR_MONTH ? iso + "-01" : iso).atStartOfDay();
  }
}
