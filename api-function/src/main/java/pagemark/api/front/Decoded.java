package pagemark.api.front;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;

/// Percent-encoding of paths and of the parts of a query string.
final class Decoded {
  private Decoded() {}

  /// Returns a path that is not valid percent-encoding unchanged. The request is then refused, as
  /// no valid path contains `%`.
  static String path(String path) {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  /// The name or value of a parameter, as a query string has it.
  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
