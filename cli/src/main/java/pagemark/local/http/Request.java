package pagemark.local.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Map;
import pagemark.entry.Bytes;

/// A request as the client sent it.
///
/// @param path decoded, and cut at the first `?` that decoding brings
/// @param query the part behind the first `?`, verbatim; empty if there is none
/// @param headers by lower-case name; several headers of one name are joined by commas
/// @param source the client's IP address
/// @param protocol such as `HTTP/1.1`
public record Request(
    String method,
    String path,
    String query,
    Map<String, String> headers,
    Bytes body,
    String source,
    String protocol) {

  /// @param target as the client wrote it: a path, or a whole URL
  /// @throws IllegalArgumentException if the path is not percent-encoded
  static Request of(
      String method,
      String target,
      String protocol,
      Map<String, String> headers,
      Bytes body,
      String source) {
    String relative = target.replaceFirst("^(?i)https?://[^/?]*", "");
    int queryAt = relative.indexOf('?');
    return new Request(
        method,
        decodedPath(queryAt < 0 ? relative : relative.substring(0, queryAt)),
        queryAt < 0 ? "" : relative.substring(queryAt + 1),
        headers,
        body,
        source,
        protocol);
  }

  private static String decodedPath(String rawPath) {
    return URLDecoder.decode(rawPath.replace("+", "%2B"), UTF_8).replaceFirst("(?s)\\?.*", "");
  }
}
