package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.net.URLDecoder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.key.GroupKey;

/// The parsed path of a request.
sealed interface RequestPath {
  /// Where pages and facets are, in words.
  String VALID =
      "there is nothing at this path; pages are at /{listing}?group={group}, facets at"
          + " /{listing}/facets?group={group}";

  /// The last segment of the paths of facets.
  String FACETS = "facets";

  /// `/openapi.json`
  record OpenApi() implements RequestPath {}

  /// `/{listing}`, `/{listing}/{group}`, and both with `/facets`.
  ///
  /// @param group a segment for each value that names the group; empty if the query names it, or if
  ///   the listing is one group
  record OfListing(String listing, List<String> group, boolean facets) implements RequestPath {
    public OfListing {
      group = List.copyOf(group);
    }
  }

  /// Whether the event has payload format 2.0. No other format has both the method and the path in
  /// these places.
  static boolean isGiven(@Nullable APIGatewayV2HTTPEvent event) {
    return Optional.ofNullable(event)
        .filter(given -> given.getRawPath() != null)
        .map(APIGatewayV2HTTPEvent::getRequestContext)
        .map(APIGatewayV2HTTPEvent.RequestContext::getHttp)
        .map(APIGatewayV2HTTPEvent.RequestContext.Http::getMethod)
        .isPresent();
  }

  /// Splits the path of a request. The last segment `facets` is never a group. A slash at the end
  /// changes nothing.
  ///
  /// @throws ProblemException if there is nothing at the path
  static RequestPath of(APIGatewayV2HTTPEvent event) {
    String path = withoutLastSlash(path(event));
    if (path.equals("/openapi.json")) {
      return new OpenApi();
    }
    List<String> segments = List.of(path.split("/", -1));
    int count = segments.size();
    if (count < 2 || !segments.getFirst().isEmpty() || segments.getLast().isEmpty()) {
      throw nothingHere();
    }
    boolean facets = count > 2 && segments.getLast().equals(FACETS);
    List<String> group = segments.subList(2, facets ? count - 1 : count);
    if (group.size() > GroupKey.PARTS_MAX) {
      throw nothingHere();
    }
    return new OfListing(segments.get(1), group, facets);
  }

  private static String withoutLastSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  static ProblemException nothingHere() {
    return new ProblemException(Problem.notFound(VALID));
  }

  /// The decoded path. HTTP APIs decode it themselves; function URLs pass it on as the client sent
  /// it.
  private static String path(APIGatewayV2HTTPEvent event) {
    String domain = event.getRequestContext().getDomainName();
    boolean encoded = domain != null && domain.contains(".lambda-url.");
    return encoded ? decoded(event.getRawPath()) : event.getRawPath();
  }

  /// Returns a path that is not valid percent-encoding unchanged. The request is then refused, as
  /// no valid path contains `%`.
  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }
}
