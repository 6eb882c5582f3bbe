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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.api.Problem.ProblemException;
import pagemark.api.RequestPath.UrlText;
import pagemark.api.front.Request;
import pagemark.entry.Order;
import pagemark.key.GroupKey.GroupPart;
import pagemark.key.SortType;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.pages.ListingQuery;
import pagemark.pages.error.PagesException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.SortText;
import pagemark.words.DidYouMean;

/// The address that was meant by a refused request: in words of other APIs ([MeantWord]), other
/// spellings, and values that are nearly right. What is valid stays, what has no effect anywhere is
/// left out, and if anything else is not understood, there is none. It is told only if it is read
/// as a request of the same caller, so it tells nobody of a group that is not theirs.
///
/// Costs what the reading of three requests costs, and no look at index or table.
final class MeantAddress {
  /// No more parameters are looked at, and no longer values are mended.
  private static final int MAX = 100;

  /// A path with more is no slip.
  private static final int SEGMENTS_MAX = 8;

  /// `filter[rating]`, `page[number]`, `rating[]`
  private static final Pattern BRACKETS = Pattern.compile("(\\w+)\\[(\\w*)]");

  /// `filter=rating:5`
  private static final Pattern EXPRESSION = Pattern.compile("(\\w+)[:=]([^\\s:=!<>]+)");

  /// `-total`, `total:desc`, `desc`
  private static final Pattern SORTED =
      Pattern.compile("([-+ ]?)(.*?)(?:(?:^|[:,. _])(asc|desc)(?:ending)?)?");

  private static final Pattern NUMBER = Pattern.compile("(-?)0*(\\d{1,9})(?:\\.\\d*)?");

  private final Listing listing;
  private final List<Listing> sorts;
  private final List<String> filters;
  private final SequencedMap<String, List<String>> meant = new LinkedHashMap<>();
  private Listing sort;

  private MeantAddress(ListingQuery query) {
    listing = query.listing();
    sorts = query.sorts();
    filters = listing.definition().filterNames();
    sort = listing;
  }

  /// @param request without its base path
  /// @return behind the request's prefix; empty if anything of it is not understood
  static Optional<String> of(RequestReader requests, Request request) {
    List<String> segments =
        Stream.of(request.path().split("/", SEGMENTS_MAX + 2)).filter(s -> !s.isEmpty()).toList();
    for (int i = 0; i < Math.min(2, segments.size()) && segments.size() <= SEGMENTS_MAX; i++) {
      Optional<ListingQuery> listing = listing(requests, segments.get(i));
      if (listing.isPresent()) {
        List<String> behind = segments.subList(i + 1, segments.size());
        try {
          return new MeantAddress(listing.get()).of(requests, request, behind);
        } catch (ProblemException | PagesException _) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<ListingQuery> listing(RequestReader requests, String name) {
    try {
      return Optional.of(requests.pages().listing(name).declared());
    } catch (PagesException.UnknownListing e) {
      return e.suggestion().map(other -> requests.pages().listing(other).declared());
    }
  }

  /// @param behind the segments of the path behind the listing
  private Optional<String> of(RequestReader requests, Request request, List<String> behind) {
    String claim = listing.groupClaim();
    boolean facets = !behind.isEmpty() && behind.getLast().equals(RequestPath.FACETS);
    List<String> group = facets ? behind.subList(0, behind.size() - 1) : behind;
    boolean isOne = listing.definition().group().parts().size() == 1;
    if ((claim != null && !request.claims().containsKey(claim))
        || !isUnderstood(Parameters.parse(request.query()).byName())
        || (!group.isEmpty()
            && meant.putFirst("group", isOne ? List.of(String.join("/", group)) : group) != null)) {
      return Optional.empty();
    }
    return Optional.of(request.prefix() + read(requests, request, facets));
  }

  /// @throws PagesException if it is no request
  private String read(RequestReader requests, Request request, boolean facets) {
    List<String> group = meant.getOrDefault("group", List.of());
    boolean fits = group.stream().allMatch(UrlText::fitsPath);
    if (fits) {
      meant.remove("group");
    }
    var path = new RequestPath.OfListing(listing.path(), fits ? group : List.of(), facets);
    List<String> pairs = new ArrayList<>();
    meant.forEach(
        (name, values) -> values.forEach(v -> pairs.add(name + "=" + UrlText.encoded(v))));
    String query = String.join("&", pairs);
    requests.read(path, request.asking(query));
    List<String> segments = new ArrayList<>(List.of("", listing.path()));
    segments.addAll(path.group());
    if (facets) {
      segments.add(RequestPath.FACETS);
    }
    return String.join("/", segments) + (query.isEmpty() ? "" : "?" + query);
  }

  /// Sorts come first, because they say what times look like.
  private boolean isUnderstood(Map<String, List<String>> given) {
    return given.values().stream().mapToInt(List::size).sum() <= MAX
        && given.entrySet().stream()
            .sorted(Comparator.comparing(each -> !MeantWord.isSort(each.getKey())))
            .allMatch(each -> each.getValue().stream().allMatch(v -> take(each.getKey(), v)));
  }

  private boolean take(String name, String value) {
    Optional<MeantWord> own = MeantWord.own(name);
    return filters.contains(name)
        ? putFilter(name, value)
        : own.isPresent()
            ? put(own.get(), value)
            : name.length() <= MAX && value.length() <= MAX && takeOther(name, value.strip());
  }

  private boolean takeOther(String name, String value) {
    Matcher brackets = BRACKETS.matcher(name);
    if (brackets.matches()) {
      String inner = brackets.group(2);
      return inner.isEmpty()
          ? take(brackets.group(1), value)
          : brackets.group(1).equals("page")
              ? MeantWord.of(inner).filter(word -> put(word, value)).isPresent()
              : brackets.group(1).matches("filters?") && takeFilter(inner, value);
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

  /// @param value null if it is not understood
  private boolean putOnce(String name, @Nullable String value) {
    return value != null && meant.computeIfAbsent(name, _ -> List.of(value)).equals(List.of(value));
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
      Optional<String> found = Optional.of(piece).filter(labels::contains);
      if (value.length() <= MAX) {
        found = found.or(() -> labels.stream().filter(l -> isSame(l, piece.strip())).findFirst());
      }
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
        || (NUMBER.matcher(label).matches()
            && NUMBER.matcher(value).matches()
            && new BigDecimal(label).compareTo(new BigDecimal(value)) == 0);
  }

  private boolean put(MeantWord word, String value) {
    String name = word.name();
    return switch (word.reading()) {
      case NOTHING -> true;
      case SEVERAL -> !value.isEmpty() && values(name).add(value);
      case SORT -> putSort(name, value);
      case TIME -> putOnce(name, time(value));
      case NUMBER -> putOnce(name, number(name, value.strip()));
      case TEXT -> !value.isEmpty() && putOnce(name, value);
    };
  }

  private @Nullable String number(String name, String value) {
    if (name.equals("size") && value.matches("(?i)all|max")) {
      return Integer.toString(listing.pageSize().max());
    }
    Matcher number = NUMBER.matcher(value);
    if (!number.matches()) {
      return name.equals("page") && value.equals("last") ? value : null;
    }
    String whole = number.group(1) + number.group(2);
    return name.equals("page") && whole.matches("-.*|0") ? "1" : whole;
  }

  /// A sort, an order, or both.
  private boolean putSort(String name, String value) {
    if (name.equals("sort") && isChosen(value)) {
      return true;
    }
    Matcher sorted = SORTED.matcher(value.toLowerCase(Locale.ROOT));
    if (value.length() > MAX || !sorted.matches()) {
      return false;
    }
    String way = sorted.group(3);
    boolean isOrdered = !sorted.group(1).isEmpty() || way != null;
    boolean isDown = sorted.group(1).equals("-") || "desc".equals(way);
    Order order = isDown ? Order.DESCENDING : Order.ASCENDING;
    return (!isOrdered || putOnce("order", order.text()))
        && (sorted.group(2).isEmpty() ? isOrdered : isChosen(sorted.group(2)));
  }

  /// @param given a sort's name, or the attribute of its first part, in any case
  private boolean isChosen(String given) {
    for (Listing each : sorts) {
      String attribute = each.definition().positions().sort().first().path().toString();
      if (given.equalsIgnoreCase(each.sort()) || given.equalsIgnoreCase(attribute)) {
        sort = each;
        return each.sort() == null || putOnce("sort", each.sort());
      }
    }
    return false;
  }

  /// A sort value as it is given, or a time in the form of those of the chosen sort.
  private @Nullable String time(String value) {
    try {
      SortText.at(sort.definition().positions(), Order.ASCENDING, value);
      return value;
    } catch (InvalidParameter e) {
      return sort.definition().positions().sortType() instanceof SortType.AsTime type
              && value.length() <= MAX
          ? MeantWord.moment(value.strip())
              .map(type::value)
              .map(sorted -> sorted.s() == null ? sorted.n() : sorted.s())
              .orElse(null)
          : null;
    }
  }
}
