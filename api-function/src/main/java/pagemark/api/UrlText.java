package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Set;

/// Writes texts in URLs (RFC 3986). Only simple groups fit into the path; the query takes any.
final class UrlText {
  static final String PATH_FORM =
      "a group of letters, digits, '.', '_', '~' and '-' in the path, but not '.', '..' or"
          + " 'facets'; for any other group use /{listing}?group={group}";

  /// Groups that are never in a path: clients resolve the dots themselves and drop empty segments,
  /// and `facets` is a path of its own.
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
