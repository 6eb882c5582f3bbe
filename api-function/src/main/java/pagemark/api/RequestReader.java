package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Selection;
import pagemark.listing.json.Listings;

/// Parses and checks HTTP requests for pages and facets. It refuses every unknown, repeated or
/// malformed parameter, and ignores none.
///
/// Both paths of pages, `/{listing}/{group}` and `/{listing}?group=`, take one of `page`, `skip`,
/// `at`, `item` and `cursor`; further `size`, `order`, `from`, `to`, `numbering` and the listing's
/// filters. Both paths of facets, the same with `/facets`, take `from`, `to` and the filters.
final class RequestReader {
  /// The parameters of pages, without the filters. openapi.json describes them.
  static final List<String> OF_PAGES = Filter.RESERVED;

  /// The parameters of facets, without the filters.
  static final List<String> OF_FACETS = List.of("group", "from", "to");

  private static final String FACETS = GroupText.FACETS;
  private static final String TOGETHER = "from and to together";

  private final Listings listings;
  private final StartReader starts;

  RequestReader(Listings listings, Cursors cursors) {
    this.listings = listings;
    this.starts = new StartReader(cursors);
  }

  /// The parts of a path.
  ///
  /// @param group null if the query names the group
  private record Place(String listing, @Nullable String group, boolean facets) {}

  /// @param event in payload format 2.0, which has the query string as it was sent
  /// @throws ProblemException if it is no valid request for a page or for facets
  ApiRequest read(APIGatewayV2HTTPEvent event) {
    refuseOtherMethods(event);
    Place place = place(RequestPath.of(event));
    Listing listing = listings.find(place.listing()).orElseThrow(RequestReader::noSuchPath);
    Parameters parameters = Parameters.parse(event.getRawQueryString());
    refuseUnknown(listing, place.facets() ? OF_FACETS : OF_PAGES, parameters);
    Group group = group(listing, place, parameters);
    refuseForeign(listing, group, event);
    return place.facets() ? facets(listing, group, parameters) : page(listing, group, parameters);
  }

  /// @throws ProblemException if the method is neither GET nor HEAD
  static void refuseOtherMethods(APIGatewayV2HTTPEvent event) {
    String method = event.getRequestContext().getHttp().getMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw new ProblemException(Problem.method(method));
    }
  }

  /// A valid request, for the first listing and a group that hardly exists.
  PageRequest any() {
    Listing listing = listings.byName().firstEntry().getValue();
    return page(listing, new Group("0"), Parameters.parse(""));
  }

  /// Splits a path. The last segment `facets` is never a group.
  private static Place place(String path) {
    List<String> segments = List.of(path.split("/", -1));
    int count = segments.size();
    if (count < 2 || count > 4 || !segments.getFirst().isEmpty() || segments.getLast().isEmpty()) {
      throw noSuchPath();
    }
    boolean facets = count > 2 && segments.getLast().equals(FACETS);
    if (count == 4 && !facets) {
      throw noSuchPath();
    }
    boolean named = count == (facets ? 4 : 3);
    return new Place(segments.get(1), named ? segments.get(2) : null, facets);
  }

  private static ProblemException noSuchPath() {
    return new ProblemException(
        Problem.notFound(
            "there is nothing at this path; pages are at /{listing}?group={group}, facets at"
                + " /{listing}/facets?group={group}"));
  }

  private static void refuseUnknown(Listing listing, List<String> known, Parameters parameters) {
    List<String> all = new ArrayList<>(known);
    all.addAll(FilterReader.names(listing));
    for (String name : parameters.byName().keySet()) {
      if (!all.contains(name)) {
        String value = String.valueOf(parameters.get(name));
        throw Parameters.refusal(
            name,
            value,
            "one of the parameters " + String.join(", ", all) + " (this one is unknown)");
      }
    }
  }

  private static Group group(Listing listing, Place place, Parameters parameters) {
    String given = parameters.get("group");
    String segment = place.group();
    if (segment == null) {
      String text = given == null ? "" : given;
      return GroupText.parse(listing.definition().group().type(), text);
    }
    if (given != null) {
      throw Parameters.refusal("group", given, "the group in the path or in ?group=, not both");
    }
    if (!GroupText.fitsPath(segment)) {
      throw Parameters.refusal("group", segment, GroupText.PATH_FORM);
    }
    return GroupText.parse(listing.definition().group().type(), segment);
  }

  /// Answers 404 if the group is not the one in the caller's token. A caller cannot tell another
  /// user's group from a missing listing.
  private static void refuseForeign(Listing listing, Group group, APIGatewayV2HTTPEvent event) {
    String claim = listing.groupClaim();
    if (claim != null && !group.text().equals(claims(event).get(claim))) {
      throw noSuchPath();
    }
  }

  private static Map<String, String> claims(APIGatewayV2HTTPEvent event) {
    return Optional.ofNullable(event.getRequestContext().getAuthorizer())
        .map(APIGatewayV2HTTPEvent.RequestContext.Authorizer::getJwt)
        .map(APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT::getClaims)
        .orElse(Map.of());
  }

  private static FacetsRequest facets(Listing listing, Group group, Parameters parameters) {
    Selection selection = FilterReader.read(listing, parameters);
    return new FacetsRequest(listing, group, selection, window(listing, parameters));
  }

  private PageRequest page(Listing listing, Group group, Parameters parameters) {
    SequencedMap<String, String> given = new LinkedHashMap<>();
    int size = listing.pageSize().byDefault();
    String sizeText = parameters.get("size");
    if (sizeText != null) {
      size = PagingText.size(sizeText, listing.pageSize().max());
      given.put("size", Integer.toString(size));
    }
    Order order = listing.order();
    String orderText = parameters.get("order");
    if (orderText != null) {
      order = PagingText.order(orderText);
      given.put("order", order.text());
    }
    Selection selection = FilterReader.read(listing, parameters);
    for (Choice choice : selection.choices()) {
      String name = choice.filter().name();
      if (parameters.get(name) != null) {
        given.put(name, choice.text());
      }
    }
    SortWindow window = window(listing, parameters);
    if (window != null) {
      given.put("from", window.fromText());
      given.put("to", window.toText());
    }
    Numbering numbering = Numbering.FROM_FIRST;
    String numberingText = parameters.get("numbering");
    if (numberingText != null) {
      numbering = PagingText.numbering(numberingText);
      given.put("numbering", numberingText);
    }
    CursorScope scope = new CursorScope(listing, group, selection, order, size, window, numbering);
    Start start = starts.read(scope, parameters);
    return new PageRequest(listing, group, selection, start, size, order, numbering, window, given);
  }

  private static @Nullable SortWindow window(Listing listing, Parameters parameters) {
    String from = parameters.get("from");
    String to = parameters.get("to");
    if (from == null && to == null) {
      return null;
    }
    if (from == null) {
      throw Parameters.refusal("to", String.valueOf(to), TOGETHER);
    }
    if (to == null) {
      throw Parameters.refusal("from", from, TOGETHER);
    }
    return SortWindow.of(listing.definition().positions(), from, to);
  }
}
