package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.List;
import java.util.Set;
import pagemark.api.Problem.ProblemException;
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

  /// Splits the path of a request. The last segment `facets` is never a group. A slash at the end
  /// changes nothing.
  ///
  /// @param given decoded, without a prefix
  /// @throws ProblemException if there is nothing at the path
  static RequestPath of(String given) {
    String path = withoutLastSlash(given);
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

  /// Writes texts in URLs (RFC 3986). Only simple groups fit into the path; the query takes any.
  static final class UrlText {
    static final String PATH_FORM =
        "a group of letters, digits, '.', '_', '~' and '-' in the path, but not '.', '..' or"
            + " 'facets'; for any other group use /{listing}?group={group}";

    /// Groups that are never in a path: clients resolve the dots themselves and drop empty
    /// segments, and `facets` is a path of its own.
    private static final Set<String> NEVER_PATH = Set.of("", ".", "..", RequestPath.FACETS);

    private UrlText() {}

    static boolean fitsPath(String group) {
      return group.chars().allMatch(UrlText::isUnreserved) && !NEVER_PATH.contains(group);
    }

    /// Encodes `text` for a query string: UTF-8, with all bytes escaped but letters, digits, `.`,
    /// `_`, `~` and `-`.
    static String encoded(String text) {
      return URLEncoder.encode(text, UTF_8)
          .replace("+", "%20")
          .replace("*", "%2A")
          .replace("%7E", "~");
    }

    /// Whether a character never needs escaping (RFC 3986, "unreserved").
    private static boolean isUnreserved(int character) {
      return (character >= 'a' && character <= 'z')
          || (character >= 'A' && character <= 'Z')
          || (character >= '0' && character <= '9')
          || "._~-".indexOf(character) >= 0;
    }
  }
}
