package pagemark.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.Address;
import pagemark.api.front.Request;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException;

/// Finds the address that was probably meant by a refused request. It is told only if it is read as
/// a request of the same caller, so it tells nobody of a group that is not theirs.
///
/// Costs what the reading of two requests costs, and no look at index or table.
record MeantAddress(RequestReader requests) {
  /// A path with more is no slip.
  private static final int SEGMENTS_MAX = 8;

  /// @param request without its base path
  /// @return behind the request's prefix; empty if nothing is probable
  Optional<String> of(Request request) {
    List<String> segments =
        Stream.of(request.path().split("/", -1)).filter(segment -> !segment.isEmpty()).toList();
    if (segments.size() > SEGMENTS_MAX) {
      return Optional.empty();
    }
    for (int i = 0; i < Math.min(2, segments.size()); i++) {
      Optional<Listing> listing = listing(segments.get(i));
      if (listing.isPresent()) {
        return of(listing.get(), segments.subList(i + 1, segments.size()), request);
      }
    }
    return Optional.empty();
  }

  private Optional<Listing> listing(String name) {
    try {
      return Optional.of(requests.pages().listing(name).declared().listing());
    } catch (PagesException.UnknownListing e) {
      return e.suggestion().map(other -> requests.pages().listing(other).declared().listing());
    }
  }

  private Optional<String> of(Listing listing, List<String> behind, Request request) {
    List<Map.Entry<String, String>> pairs = new ArrayList<>(pairs(request.query()));
    int parts = listing.definition().group().parts().size();
    int groups = Math.min(parts, behind.size());
    behind.stream()
        .skip(groups)
        .filter(segment -> segment.matches("\\d{1,9}"))
        .findFirst()
        .ifPresent(number -> pairs.add(Map.entry("page", number)));
    boolean facets = !behind.isEmpty() && behind.getLast().equals(RequestPath.FACETS);
    SequencedMap<String, String> meant = new MeantQuery(listing).of(pairs);
    List<String> group = behind.subList(0, facets ? Math.min(groups, behind.size() - 1) : groups);
    String named = meant.remove("group");
    String address = "/" + listing.path() + path(group, named, facets) + query(group, named, meant);
    return isRead(address, request) ? Optional.of(request.prefix() + address) : Optional.empty();
  }

  private static String path(List<String> group, @Nullable String named, boolean facets) {
    boolean fits = group.stream().allMatch(UrlText::fitsPath);
    String path =
        named != null && group.isEmpty() && UrlText.fitsPath(named)
            ? "/" + named
            : fits ? group.stream().map(part -> "/" + part).collect(Collectors.joining()) : "";
    return facets ? path + "/" + RequestPath.FACETS : path;
  }

  private static String query(
      List<String> group, @Nullable String named, SequencedMap<String, String> meant) {
    List<String> pairs = new ArrayList<>();
    if (!group.stream().allMatch(UrlText::fitsPath)) {
      group.forEach(part -> pairs.add("group=" + UrlText.encoded(part)));
    } else if (named != null && group.isEmpty() && !UrlText.fitsPath(named)) {
      pairs.add("group=" + UrlText.encoded(named));
    }
    meant.forEach((name, value) -> pairs.add(name + "=" + UrlText.encoded(value)));
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
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

  /// The request's parameters that can be decoded, in their order.
  private static List<Map.Entry<String, String>> pairs(String query) {
    return query.length() > Parameters.CHARS_MAX ? List.of() : Parameters.pairs(query);
  }
}
