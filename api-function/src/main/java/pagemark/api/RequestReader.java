package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.key.Group;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.listing.Order;
import pagemark.listing.Selection;

/// Reads HTTP requests: `GET /{listing}/{group}` and `GET /{listing}?group=` with one of `page`,
/// `skip`, `at`, `item` and `cursor`, with `size`, `order`, `from` and `to`. Nothing is ignored:
/// what is not known is refused.
final class RequestReader {
  /// The parameters that there are; openapi.json describes them.
  static final List<String> KNOWN =
      List.of("group", "page", "skip", "size", "order", "from", "to", "at", "item", "cursor");

  private static final Set<String> LATER = Set.of("numbering");
  private static final String TOGETHER = "from and to together";

  private final Listings listings;
  private final StartReader starts;

  RequestReader(Listings listings, Cursors cursors) {
    this.listings = listings;
    this.starts = new StartReader(cursors);
  }

  /// @param event payload format 2.0: the query string arrives as it was sent
  /// @throws ProblemException where the request is not one for a page
  PageRequest read(APIGatewayV2HTTPEvent event) {
    refuseOtherMethods(event);
    List<String> path = segments(RequestPath.of(event));
    Listing listing = listings.find(path.getFirst()).orElseThrow(RequestReader::noSuchPath);
    Parameters parameters = Parameters.parse(event.getRawQueryString());
    refuseUnknown(listing, parameters);
    Group group = group(listing, path, parameters);
    refuseForeign(listing, group, event);
    return request(listing, group, parameters);
  }

  /// @throws ProblemException where the method is neither GET nor HEAD
  static void refuseOtherMethods(APIGatewayV2HTTPEvent event) {
    String method = event.getRequestContext().getHttp().getMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw new ProblemException(Problem.method(method));
    }
  }

  /// A request that a client could make, for a group that hardly exists.
  PageRequest any() {
    Listing listing = listings.byName().firstEntry().getValue();
    return request(listing, new Group("0"), Parameters.parse(""));
  }

  private static List<String> segments(String path) {
    List<String> segments = List.of(path.split("/", -1));
    boolean known = segments.size() == 2 || segments.size() == 3;
    if (!known || !segments.getFirst().isEmpty() || segments.getLast().isEmpty()) {
      throw noSuchPath();
    }
    return segments.subList(1, segments.size());
  }

  private static ProblemException noSuchPath() {
    return new ProblemException(
        Problem.notFound("there is nothing at this path; pages are at /{listing}?group={group}"));
  }

  private static void refuseUnknown(Listing listing, Parameters parameters) {
    Set<String> names = parameters.byName().keySet();
    for (String name : names) {
      boolean later = LATER.contains(name) || isFilter(listing, name);
      if (later || !KNOWN.contains(name)) {
        String value = String.valueOf(parameters.get(name));
        String why = later ? " (this one is not supported yet)" : " (this one is unknown)";
        throw Parameters.refusal(
            name, value, "one of the parameters " + String.join(", ", KNOWN) + why);
      }
    }
  }

  private static boolean isFilter(Listing listing, String name) {
    return listing.definition().filters().stream().map(Filter::name).anyMatch(name::equals);
  }

  private static Group group(Listing listing, List<String> path, Parameters parameters) {
    String given = parameters.get("group");
    if (path.size() == 1) {
      String text = given == null ? "" : given;
      return GroupText.parse(listing.definition().group().type(), text);
    }
    if (given != null) {
      throw Parameters.refusal("group", given, "the group in the path or in ?group=, not both");
    }
    String segment = path.getLast();
    if (segment.equals("facets")) {
      throw new ProblemException(
          Problem.notFound("facets are not supported yet; a group of this name is at ?group="));
    }
    if (!GroupText.fitsPath(segment)) {
      throw Parameters.refusal("group", segment, GroupText.PATH_FORM);
    }
    return GroupText.parse(listing.definition().group().type(), segment);
  }

  /// A group of someone else is told from no listing at all by nobody.
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

  private PageRequest request(Listing listing, Group group, Parameters parameters) {
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
    Selection selection = Selection.whole(listing.definition());
    SortWindow window = window(listing, parameters);
    if (window != null) {
      given.put("from", window.fromText());
      given.put("to", window.toText());
    }
    CursorScope scope = new CursorScope(listing, group, selection, order, size, window);
    Start start = starts.read(scope, parameters);
    return new PageRequest(listing, group, selection, start, size, order, window, given);
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
