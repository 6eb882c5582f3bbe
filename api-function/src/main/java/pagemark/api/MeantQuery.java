package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HashMap;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.entry.Order;
import pagemark.key.GroupPart;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.words.DidYouMean;

/// The parameters that were meant by those of a refused request: words of other APIs ([Word]),
/// other spellings, and values that are nearly right. What is valid stays, what has no effect
/// anywhere is left out, and if anything else is not understood, nothing is meant. Whether the
/// result is a valid request, [RequestReader] decides.
final class MeantQuery {
  /// No more parameters are looked at, and no longer values are mended.
  private static final int MAX = 100;

  /// `filter[rating]`, `page[number]`, `rating[]`
  private static final Pattern BRACKETS = Pattern.compile("(\\w*)\\[(\\w*)]");

  /// `rating:5` as the value of a parameter
  private static final Pattern EXPRESSION = Pattern.compile("(\\w+)[:=]+(.+)");

  /// `-total`, `total:desc`, `desc`
  private static final Pattern SORTED =
      Pattern.compile("([-+ ]?)(.*?)(?:(?:^|[:,. _])(asc|desc)(?:ending)?)?");

  private static final Set<String> OWN =
      Stream.of(RequestReader.OF_PAGES, RequestReader.OF_ITEMS, RequestReader.OF_FACETS)
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern NUMBER = Pattern.compile("(-?)0*(\\d{1,9})(?:\\.\\d*)?");

  private final Listing listing;
  private final List<Listing> sorts;
  private final List<String> filters;
  private final SequencedMap<String, List<String>> meant = new LinkedHashMap<>();

  /// @param sorts all of the listing
  MeantQuery(Listing listing, List<Listing> sorts) {
    this.listing = listing;
    this.sorts = sorts;
    this.filters = listing.definition().filterNames();
  }

  /// @param given decoded, in their order
  /// @return each with its values; empty if one of them is not understood
  Optional<SequencedMap<String, List<String>>> of(List<Map.Entry<String, String>> given) {
    boolean isUnderstood =
        given.size() <= MAX && given.stream().allMatch(p -> take(p.getKey(), p.getValue()));
    return isUnderstood ? Optional.of(meant) : Optional.empty();
  }

  private boolean take(String name, String value) {
    if (filters.contains(name)) {
      return putFilter(name, value);
    }
    if (OWN.contains(name)) {
      return put(Word.own(name), value);
    }
    return name.length() <= MAX && value.length() <= MAX && takeOther(name, value.strip());
  }

  private boolean takeOther(String name, String value) {
    Matcher brackets = BRACKETS.matcher(name);
    if (brackets.matches()) {
      return take(brackets.group(brackets.group(2).isEmpty() ? 1 : 2), value);
    }
    Optional<String> filter = filters.stream().filter(name::equalsIgnoreCase).findFirst();
    if (filter.isPresent()) {
      return putFilter(filter.get(), value);
    }
    List<GroupPart> parts = listing.definition().group().parts();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).path().toString().equalsIgnoreCase(name)) {
        return values("group").size() == i && values("group").add(value);
      }
    }
    Optional<Word> word = Word.of(name);
    if (word.isPresent()) {
      return put(word.get(), value);
    }
    Matcher expression = EXPRESSION.matcher(value);
    return expression.matches()
        ? filters.contains(expression.group(1))
            && putFilter(expression.group(1), expression.group(2).strip())
        : DidYouMean.of(name, filters).filter(near -> putFilter(near, value)).isPresent();
  }

  private List<String> values(String name) {
    return meant.computeIfAbsent(name, _ -> new ArrayList<>());
  }

  private boolean putOnce(String name, String value) {
    List<String> before = meant.putIfAbsent(name, List.of(value));
    return before == null || before.equals(List.of(value));
  }

  private boolean putFilter(String name, String value) {
    Optional<Filter> declared =
        listing.definition().filters().stream().filter(f -> f.name().equals(name)).findFirst();
    if (declared.isEmpty()) {
      return putOnce(name, value);
    }
    List<String> labels = declared.get().ordinals().stream().map(declared.get()::label).toList();
    Set<String> all = new LinkedHashSet<>();
    values(name).forEach(v -> all.addAll(List.of(v.split(",", -1))));
    for (String piece : value.split(value.length() > MAX ? "," : "[,|;]", -1)) {
      Optional<String> found =
          labels.contains(piece)
              ? Optional.of(piece)
              : labels.stream().filter(label -> isSame(label, piece.strip())).findFirst();
      if (found.isEmpty()) {
        return false;
      }
      all.add(found.get());
    }
    meant.put(name, List.of(String.join(",", all)));
    return true;
  }

  private static boolean isSame(String label, String value) {
    return label.equalsIgnoreCase(value)
        || (value.length() <= MAX
            && NUMBER.matcher(label).matches()
            && NUMBER.matcher(value).matches()
            && new BigDecimal(label).compareTo(new BigDecimal(value)) == 0);
  }

  private boolean put(Word word, String value) {
    String name = word.name();
    return switch (word.reading()) {
      case NOTHING -> true;
      case SEVERAL -> !value.isEmpty() && values(name).add(value);
      case SORT -> putSort(name, value);
      case TIME -> time(value).filter(text -> putOnce(name, text)).isPresent();
      case NUMBER -> number(name, value.strip()).filter(text -> putOnce(name, text)).isPresent();
      case TEXT -> !value.isEmpty() && putOnce(name, value);
    };
  }

  private Optional<String> number(String name, String value) {
    if (name.equals("size") && value.matches("(?i)all|max")) {
      return Optional.of(Integer.toString(listing.pageSize().max()));
    }
    Matcher number = NUMBER.matcher(value);
    if (!number.matches()) {
      return Optional.of(value).filter(text -> name.equals("page") && text.equals("last"));
    }
    boolean isBelowOne = !number.group(1).isEmpty() || number.group(2).equals("0");
    String whole = number.group(1) + number.group(2);
    return Optional.of(name.equals("page") && isBelowOne ? "1" : whole);
  }

  /// A sort, an order, or both.
  private boolean putSort(String name, String value) {
    if (name.equals("sort") && sorts.stream().anyMatch(each -> value.equals(each.sort()))) {
      return putOnce(name, value);
    }
    Matcher sorted = SORTED.matcher(value.toLowerCase(Locale.ROOT));
    if (value.length() > MAX || !sorted.matches()) {
      return false;
    }
    String sign = sorted.group(1);
    String way = sorted.group(3);
    boolean isOrdered = !sign.isEmpty() || way != null;
    Order order = sign.equals("-") || "desc".equals(way) ? Order.DESCENDING : Order.ASCENDING;
    if (isOrdered && !putOnce("order", order.text())) {
      return false;
    }
    String attribute = sorted.group(2);
    return attribute.isEmpty() ? isOrdered : putSort(attribute);
  }

  /// @param given a sort's name, or the attribute of its first part, in any case
  private boolean putSort(String given) {
    return sorts.stream()
        .filter(
            each ->
                Stream.of(
                        String.valueOf(each.sort()),
                        each.definition().positions().sort().first().path().toString())
                    .anyMatch(given::equalsIgnoreCase))
        .findFirst()
        .filter(each -> each.sort() == null || putOnce("sort", each.sort()))
        .isPresent();
  }

  /// A time in the form of the listing's sort values; as it is given if they are none.
  private Optional<String> time(String value) {
    if (!(listing.definition().positions().sortType() instanceof SortType.AsTime type)) {
      return Optional.of(value).filter(text -> !text.isEmpty());
    }
    return Optional.of(value)
        .filter(text -> text.length() <= MAX)
        .flatMap(text -> Word.moment(text.strip()))
        .map(type::value)
        .map(sorted -> sorted.s() == null ? sorted.n() : sorted.s());
  }

  /// A parameter, as other APIs call it: a row of `words.tsv` has our name, how its value is read,
  /// and their names in lower case, without signs.
  private record Word(String name, Reading reading) {
    /// How a value is read. SEVERAL may be given more than once.
    enum Reading {
      NOTHING,
      NUMBER,
      TIME,
      SORT,
      SEVERAL,
      TEXT
    }

    private static final Map<String, Word> WORDS = words();

    /// With dots the day is first. With slashes nobody knows, unless one of the two is over 12.
    private static final List<DateTimeFormatter> TIMES =
        Stream.of(
                "uuuu-MM[-dd][[ ]['T']HH:mm[:ss[.SSS]][XXX][X]]",
                "d.M.uuuu",
                "d/M/uuuu",
                "M/d/uuuu")
            .map(
                form ->
                    new DateTimeFormatterBuilder()
                        .appendPattern(form)
                        .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                        .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                        .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                        .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
                        .toFormatter(Locale.ROOT))
            .toList();

    private static Map<String, Word> words() {
      Map<String, Word> words = new HashMap<>();
      try (InputStream table = requireNonNull(MeantQuery.class.getResourceAsStream("words.tsv"))) {
        for (String line : new String(table.readAllBytes(), UTF_8).lines().toList()) {
          String[] row = line.split("\t", -1);
          Word word = new Word(row[0], Reading.valueOf(row[1].toUpperCase(Locale.ROOT)));
          words.put(row[0], word);
          Stream.of(row[2].split(" ", -1)).forEach(theirs -> words.put(theirs, word));
        }
        return words;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// The word of a parameter of ours.
    static Word own(String name) {
      return requireNonNull(WORDS.getOrDefault(name, new Word(name, Reading.TEXT)));
    }

    static Optional<Word> of(String theirs) {
      String plain = theirs.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
      boolean hasNoEffect = plain.isEmpty() || theirs.startsWith("utm_");
      return Optional.ofNullable(WORDS.get(hasNoEffect ? "utm" : plain));
    }

    /// The moment that a text means, in UTC; empty if it is none, or may be one of two.
    static Optional<LocalDateTime> moment(String text) {
      Set<Instant> moments = new LinkedHashSet<>();
      if (text.matches("\\d{9,10}|\\d{12,13}")) {
        moments.add(Instant.ofEpochMilli(Long.parseLong(text) * (text.length() <= 10 ? 1_000 : 1)));
      }
      for (DateTimeFormatter form : TIMES) {
        try {
          moments.add(form.parse(text, Instant::from));
        } catch (DateTimeParseException _) {
          // Another form may have it.
        }
      }
      return Optional.of(moments)
          .filter(found -> found.size() == 1)
          .map(found -> LocalDateTime.ofInstant(found.iterator().next(), ZoneOffset.UTC));
    }
  }
}
