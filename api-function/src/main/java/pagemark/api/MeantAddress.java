package pagemark.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.api.Problem.ProblemException;
import pagemark.api.RequestPath.UrlText;
import pagemark.api.front.Address;
import pagemark.api.front.Request;
import pagemark.listing.Listing;
import pagemark.pages.ListingQuery;
import pagemark.pages.error.PagesException;

/// Finds the address that was meant by a refused request. It is told only if it is read as a
/// request of the same caller, so it tells nobody of a group that is not theirs.
///
/// Costs what the reading of three requests costs, and no look at index or table.
record MeantAddress(RequestReader requests) {
  /// A path with more is no slip.
  private static final int SEGMENTS_MAX = 8;

  /// @param request without its base path
  /// @return behind the request's prefix; empty if anything of it is not understood
  Optional<String> of(Request request) {
    List<String> segments =
        Stream.of(request.path().split("/", SEGMENTS_MAX + 2))
            .filter(segment -> !segment.isEmpty())
            .toList();
    if (segments.size() > SEGMENTS_MAX || request.query().length() > Parameters.CHARS_MAX) {
      return Optional.empty();
    }
    for (int i = 0; i < Math.min(2, segments.size()); i++) {
      Optional<ListingQuery> listing = listing(segments.get(i));
      if (listing.isPresent()) {
        return of(listing.get(), segments.subList(i + 1, segments.size()), request);
      }
    }
    return Optional.empty();
  }

  private Optional<ListingQuery> listing(String name) {
    try {
      return Optional.of(requests.pages().listing(name).declared());
    } catch (PagesException.UnknownListing e) {
      return e.suggestion().map(other -> requests.pages().listing(other).declared());
    }
  }

  private Optional<String> of(ListingQuery query, List<String> behind, Request request) {
    Listing listing = query.listing();
    String claim = listing.groupClaim();
    if (claim != null && !request.claims().containsKey(claim)) {
      return Optional.empty();
    }
    boolean facets = !behind.isEmpty() && behind.getLast().equals(RequestPath.FACETS);
    List<String> group = facets ? behind.subList(0, behind.size() - 1) : behind;
    boolean isOne = listing.definition().group().parts().size() == 1 && !group.isEmpty();
    return new MeantQuery(listing, query.sorts())
        .of(pairs(request))
        .filter(
            meant ->
                group.isEmpty()
                    || meant.putFirst("group", isOne ? List.of(String.join("/", group)) : group)
                        == null)
        .map(meant -> address("/" + listing.path(), facets, meant))
        .filter(address -> isRead(address, request))
        .map(address -> request.prefix() + address);
  }

  /// A parameter without a name or a value if one cannot be decoded: that means nothing.
  private static List<Map.Entry<String, String>> pairs(Request request) {
    try {
      return Parameters.pairs(request.query());
    } catch (PagesException.InvalidParameter e) {
      return List.of(Map.entry("group", ""));
    }
  }

  private static String address(
      String listing, boolean facets, SequencedMap<String, List<String>> meant) {
    List<String> group = meant.getOrDefault("group", List.of());
    boolean fits = group.stream().allMatch(UrlText::fitsPath);
    String path = fits ? group.stream().map(part -> "/" + part).collect(Collectors.joining()) : "";
    String query =
        meant.entrySet().stream()
            .filter(each -> !fits || !each.getKey().equals("group"))
            .flatMap(
                each ->
                    each.getValue().stream()
                        .map(value -> each.getKey() + "=" + UrlText.encoded(value)))
            .collect(Collectors.joining("&"));
    return listing
        + path
        + (facets ? "/" + RequestPath.FACETS : "")
        + (query.isEmpty() ? "" : "?" + query);
  }

  private boolean isRead(String address, Request request) {
    String[] parts = address.split("\\?", 2);
    Request meant =
        new Request(
            request.method(),
            new Address("", parts[0], false),
            parts.length < 2 ? "" : parts[1],
            request.headers(),
            request.claims());
    try {
      return RequestPath.of(parts[0]) instanceof RequestPath.OfListing path
          && requests.read(path, meant) != null;
    } catch (ProblemException | PagesException e) {
      return false;
    }
  }
}
