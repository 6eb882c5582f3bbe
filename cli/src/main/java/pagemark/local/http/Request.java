package pagemark.local.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.net.URLDecoder;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import pagemark.key.Bytes;

/// A request as it came in.
///
/// @param path decoded, and cut at the first `?` that the decoding brings
/// @param query the part behind the first `?`, verbatim; empty where there is none
/// @param headers by lower-case name, several of one name joined by commas
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

  static Request of(HttpExchange exchange, Bytes body) {
    String target = target(exchange.getRequestURI());
    int queryAt = target.indexOf('?');
    return new Request(
        exchange.getRequestMethod(),
        decodedPath(queryAt < 0 ? target : target.substring(0, queryAt)),
        queryAt < 0 ? "" : target.substring(queryAt + 1),
        headers(exchange),
        body,
        exchange.getRemoteAddress().getAddress().getHostAddress(),
        exchange.getProtocol());
  }

  /// The target as the client wrote it: taken apart as a URI, a path `//a/b` would lose its `//a`.
  private static String target(URI uri) {
    if (!uri.isAbsolute()) {
      return uri.toString();
    }
    return uri.getRawQuery() == null
        ? uri.getRawPath()
        : uri.getRawPath() + "?" + uri.getRawQuery();
  }

  private static String decodedPath(String rawPath) {
    return URLDecoder.decode(rawPath.replace("+", "%2B"), UTF_8).replaceFirst("(?s)\\?.*", "");
  }

  private static Map<String, String> headers(HttpExchange exchange) {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
    return headers;
  }
}
