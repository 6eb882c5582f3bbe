package pagemark.api;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.api.RequestPath.UrlText;
import pagemark.api.front.Request;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Filter.OpenFilter;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListingQuery;
import pagemark.pages.Pages;
import pagemark.pages.error.PagesException;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.BarBegin;
import pagemark.pages.scope.SortWindow;

/// Parses HTTP requests for pages, facets and items. It refuses every unknown, repeated or
/// malformed parameter, and ignores none.
///
/// Both paths of pages, `/{listing}/{group}` and `/{listing}?group=`, take one of `page`, `skip`,
/// `at`, `item` and `cursor`; further `size`, `sort`, `order`, `numbering`, `only` or `fields`, a
/// window and the listing's filters. Both paths of facets, the same with `/facets`, take `sort`, a
/// window, the filters and `bars`. With `key`, both paths of pages ask for items, with `sort` or
/// without. A window is `from` and `to`, or one of them, `prefix`, or `during` with or without
/// `zone`. A filter that is called like one of [Filter#ADDED] takes the place of that parameter.
///
/// @param pages check the values of the parameters
record RequestReader(Pages pages) {
  private static final String SORT = "sort";
  private static final String KEY = "key";
  private static final String BARS = "bars";

  /// The parameters of pages, without the filters. openapi.json describes them.
  static final List<String> OF_PAGES =
      Stream.concat(Filter.RESERVED.stream(), Filter.ADDED.stream())
          .filter(name -> !name.equals(KEY) && !name.equals(BARS))
          .toList();

  /// The parameters of items by key.
  static final List<String> OF_ITEMS = List.of("group", SORT, KEY);

  /// The parameters of facets, without the filters.
  static final List<String> OF_FACETS =
      List.of("group", "sort", "from", "to", "prefix", "during", "zone", BARS);

  /// @throws pagemark.pages.error.PagesException.UnknownListing if there is no such listing
  /// @throws ProblemException if the group belongs to someone else
  /// @throws InvalidParameter if a parameter is wrong
  /// @throws pagemark.pages.error.PagesException.InvalidCursor if the cursor is wrong
  ApiRequest read(RequestPath.OfListing path, Request request) {
    ListingQuery query = pages.listing(path.listing());
    Listing listing = query.listing();
    refuseForeign(listing, path, request);
    if (path.group().size() > Math.max(1, listing.definition().group().parts().size())) {
      throw RequestPath.nothingHere();
    }
    Parameters parameters = Parameters.parse(request.query());
    parameters.refuseRepeated(listing.definition().filters());
    if (isByKey(query.declared().listing(), path, parameters)) {
      return items(query.declared(), path, parameters);
    }
    try {
      return read(query, path, parameters);
    } catch (InvalidParameter e) {
      read(query.declared(), path, parameters);
      throw new PagesException.NotReady(e);
    }
  }

  /// @throws InvalidParameter if a parameter is wrong; if it is not by the declared listing, the
  ///   index of that is still to come
  private static ApiRequest read(
      ListingQuery query, RequestPath.OfListing path, Parameters parameters) {
    Listing listing = query.listing();
    refuseUnknown(withFilters(listing, path.facets() ? OF_FACETS : OF_PAGES), parameters);
    if (parameters.all(KEY).size() > 1) {
      throw new InvalidParameter(KEY, parameters.all(KEY).getLast(), "key once, it is a filter");
    }
    String sort = parameters.added(listing, SORT);
    GroupQuery group = (sort == null ? query : query.sort(sort)).group(group(path, parameters));
    return path.facets()
        ? facets(windowed(filtered(group, parameters), parameters), parameters)
        : page(group, parameters);
  }

  private static boolean isByKey(
      Listing listing, RequestPath.OfListing path, Parameters parameters) {
    return !path.facets() && parameters.added(listing, KEY) != null;
  }

  /// Items need no index, so the listing is taken as it is declared.
  private static ApiRequest items(
      ListingQuery query, RequestPath.OfListing path, Parameters parameters) {
    Listing listing = query.listing();
    refuseUnknown(new LinkedHashSet<>(OF_ITEMS), parameters);
    String sort = parameters.added(listing, SORT);
    ListingQuery sorted = sort == null ? query : query.sort(sort);
    List<List<String>> keys =
        parts(parameters.all(KEY), listing.definition().positions().key().size());
    String[] group = group(path, parameters);
    return new ApiRequest.ForItems(
        group.length == 0 ? sorted.keys(keys) : sorted.group(group).keys(keys));
  }

  /// The values in parts of equal length; the last one may be shorter.
  private static List<List<String>> parts(List<String> values, int length) {
    return IntStream.iterate(0, from -> from < values.size(), from -> from + length)
        .mapToObj(from -> values.subList(from, Math.min(from + length, values.size())))
        .toList();
  }

  private static Set<String> withFilters(Listing listing, List<String> known) {
    Set<String> all = new LinkedHashSet<>(known);
    all.addAll(listing.definition().filterNames());
    return all;
  }

  private static void refuseUnknown(Set<String> known, Parameters parameters) {
    for (String name : parameters.byName().keySet()) {
      if (!known.contains(name)) {
        throw InvalidParameter.unknown(name, String.valueOf(parameters.get(name)), known);
      }
    }
  }

  private static String[] group(RequestPath.OfListing path, Parameters parameters) {
    List<String> given = parameters.all("group");
    List<String> segments = path.group();
    if (segments.isEmpty()) {
      return given.toArray(String[]::new);
    }
    if (!given.isEmpty()) {
      throw new InvalidParameter(
          "group", given.getFirst(), "the group in the path or in ?group=, not both");
    }
    for (String segment : segments) {
      if (!UrlText.fitsPath(segment)) {
        throw new InvalidParameter("group", segment, UrlText.PATH_FORM);
      }
    }
    return segments.toArray(String[]::new);
  }

  /// Answers 404 if the group, or its first part, is not the one in the caller's token. A caller
  /// cannot tell another user's group from a missing listing. So this comes before anything else of
  /// the request: a refused parameter would tell that there is a listing, and the names of its
  /// filters.
  private static void refuseForeign(Listing listing, RequestPath.OfListing path, Request request) {
    String claim = listing.groupClaim();
    if (claim == null) {
      return;
    }
    String group =
        path.group().isEmpty()
            ? Parameters.first(request.query(), "group")
            : path.group().getFirst();
    if (group == null
        || !group.equals(request.claims().get(claim))
        || !isCanonical(listing, group)) {
      throw RequestPath.nothingHere();
    }
  }

  /// Whether the text of a group's first part is the only one: `07` is the group of `7`, too.
  private static boolean isCanonical(Listing listing, String text) {
    return listing.definition().group().parts().getFirst().type().canonicalText(text).equals(text);
  }

  private static ApiRequest facets(GroupQuery group, Parameters parameters) {
    String text = parameters.added(group.scope().listing(), BARS);
    if (text == null) {
      return new ApiRequest.ForFacets(group, 0, null);
    }
    int bars = PagingText.bars(text);
    String zone = parameters.added(group.scope().listing(), "zone");
    BarBegin.check(group.scope().positions(), bars, zone);
    return new ApiRequest.ForFacets(group, bars, zone);
  }

  private static ApiRequest page(GroupQuery group, Parameters parameters) {
    SequencedMap<String, String> given = new LinkedHashMap<>();
    GroupQuery query = PagingText.shown(group, parameters);
    String size = parameters.get("size");
    if (size != null) {
      int max = query.scope().shown().sizeMax(query.scope().listing());
      query = query.size(PagingText.size(size, max));
      given.put("size", Integer.toString(query.scope().size()));
    }
    if (!query.scope().listing().isDefault()) {
      given.put(SORT, String.valueOf(query.scope().listing().sort()));
    }
    String order = parameters.get("order");
    if (order != null) {
      query = query.order(PagingText.order(order));
      given.put("order", query.scope().order().text());
    }
    query = filtered(query, parameters);
    for (Choice choice : query.scope().selection().choices()) {
      if (parameters.get(choice.filter().name()) != null) {
        given.put(choice.filter().name(), choice.text());
      }
    }
    OpenValue value = query.scope().value();
    if (value != null) {
      given.put(value.filter().name(), value.text());
    }
    query = windowed(query, parameters);
    SortWindow window = query.scope().window();
    if (window != null) {
      given.putAll(window.parameters());
    }
    String numbering = parameters.get("numbering");
    if (numbering != null) {
      PagingText.check("numbering", numbering, "stable");
      query = query.stable();
      given.put("numbering", numbering);
    }
    PagingText.put(query.scope().shown(), given);
    return new ApiRequest.ForPage(query, PagingText.start(query, parameters), given);
  }

  /// Adds the filters, such as `rating=4,5&language=en`: each has one or more values, joined by
  /// commas or given by themselves. An open one has a single value, commas and all.
  private static GroupQuery filtered(GroupQuery group, Parameters parameters) {
    IndexDefinition definition = group.scope().listing().definition();
    GroupQuery query = group;
    for (Filter filter : definition.filters()) {
      List<String> texts = parameters.all(filter.name());
      if (!texts.isEmpty()) {
        query = query.filter(filter.name(), (Object[]) String.join(",", texts).split(",", -1));
      }
    }
    for (OpenFilter filter : definition.open()) {
      String text = parameters.get(filter.name());
      if (text != null) {
        query = query.filter(filter.name(), text);
      }
    }
    return query;
  }

  private static GroupQuery windowed(GroupQuery query, Parameters parameters) {
    String from = parameters.get("from");
    String to = parameters.get("to");
    Listing listing = query.scope().listing();
    String prefix = parameters.added(listing, "prefix");
    String during = parameters.added(listing, "during");
    String zone = parameters.added(listing, "zone");
    boolean hasEnds = from != null || to != null;
    if (prefix != null && hasEnds) {
      throw new InvalidParameter("prefix", prefix, "prefix, or from and to, not both");
    }
    if (during != null && (hasEnds || prefix != null)) {
      throw new InvalidParameter(
          "during",
          during,
          "during, or %s, not both".formatted(hasEnds ? "from and to" : "prefix"));
    }
    if (zone != null && during == null && parameters.added(listing, BARS) == null) {
      throw new InvalidParameter("zone", zone, "a zone only together with during or bars");
    }
    if (during != null) {
      return query.during(during, zone);
    }
    if (prefix != null) {
      return query.prefix(prefix);
    }
    return hasEnds ? query.window(from, to) : query;
  }
}
