package pagemark.api;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
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
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.SortText;
import pagemark.words.DidYouMean;

/// The parameters that were meant by those of a refused request: words of other APIs ([MeantWord]),
/// other spellings, and values that are nearly right. What is valid stays, what has no effect
/// anywhere is left out, and if anything else is not understood, nothing is meant. Whether the
/// result is a valid request, [RequestReader] decides.
final class MeantQuery {
  /// No more parameters are looked at, and no longer values are mended.
  private static final int MAX = 100;

  /// `filter[rating]`, `page[number]`, `rating[]`
  private static final Pattern BRACKETS = Pattern.compile("(\\w+)\\[(\\w*)]");

  /// `filter=rating:5`
  private static final Pattern EXPRESSION = Pattern.compile("(\\w+)[:=]([^\\s:=!<>]+)");

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
        given.size() <= MAX
            && given.stream()
                .sorted(Comparator.comparing(each -> !isSort(each.getKey())))
                .allMatch(each -> take(each.getKey(), each.getValue()));
    return isUnderstood ? Optional.of(meant) : Optional.empty();
  }

  /// Sorts come first, because they say what times look like.
  private boolean isSort(String name) {
    return !filters.contains(name)
        && MeantWord.of(name).filter(word -> word.reading() == MeantWord.Reading.SORT).isPresent();
  }

  private boolean take(String name, String value) {
    if (filters.contains(name)) {
      return putFilter(name, value);
    }
    if (OWN.contains(name)) {
      return put(MeantWord.own(name), value);
    }
    return name.length() <= MAX && value.length() <= MAX && takeOther(name, value.strip());
  }

  private boolean takeOther(String name, String value) {
    Matcher brackets = BRACKETS.matcher(name);
    if (brackets.matches()) {
      return takeOf(brackets.group(1), brackets.group(2), value);
    }
    List<GroupPart> parts = listing.definition().group().parts();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).path().toString().equalsIgnoreCase(name)) {
        return values("group").size() == i && values("group").add(value);
      }
    }
    Optional<MeantWord> word = MeantWord.of(name);
    if (word.isPresent() && filters.stream().noneMatch(name::equalsIgnoreCase)) {
      return put(word.get(), value);
    }
    Matcher expression = EXPRESSION.matcher(value);
    return (name.matches("filters?") && expression.matches())
        ? takeFilter(expression.group(1), expression.group(2))
        : takeFilter(name, value);
  }

  /// @param inner what stands in brackets behind `name`
  private boolean takeOf(String name, String inner, String value) {
    if (inner.isEmpty()) {
      return take(name, value);
    }
    return name.equals("page")
        ? MeantWord.of(inner).filter(word -> put(word, value)).isPresent()
        : name.matches("filters?") && takeFilter(inner, value);
  }

  private boolean takeFilter(String given, String value) {
    return filters.stream()
        .filter(given::equalsIgnoreCase)
        .findFirst()
        .or(() -> DidYouMean.of(given, filters).filter(near -> isSlip(given, near)))
        .filter(name -> putFilter(name, value))
        .isPresent();
  }

  /// Not so if something was added that may be an operator: `rating!`, `rating_gt`, `minRating`.
  private static boolean isSlip(String given, String name) {
    String letters = "[A-Za-z0-9]";
    boolean isLonger = given.length() > name.length() + 1;
    return given.replaceAll(letters, "").equals(name.replaceAll(letters, ""))
        && !(isLonger && given.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT)));
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

  private boolean put(MeantWord word, String value) {
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

  /// A sort value as it is given, or a time in the form of those of the chosen sort.
  private Optional<String> time(String value) {
    PositionCodec positions =
        sorts.stream()
            .filter(each -> List.of(String.valueOf(each.sort())).equals(meant.get("sort")))
            .findFirst()
            .orElse(listing)
            .definition()
            .positions();
    try {
      return Optional.of(SortText.at(positions, Order.ASCENDING, value)).map(_ -> value);
    } catch (InvalidParameter e) {
      return positions.sortType() instanceof SortType.AsTime type && value.length() <= MAX
          ? MeantWord.moment(value.strip())
              .map(type::value)
              .map(sorted -> sorted.s() == null ? sorted.n() : sorted.s())
          : Optional.empty();
    }
  }
}
