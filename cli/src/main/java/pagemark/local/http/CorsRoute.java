package pagemark.local.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import pagemark.entry.Bytes;

/// Lets scripts of other pages on this machine read pages, facets, the description and `/health`,
/// as `CorsOrigins` does for a deployed API. It adds the headers of CORS to the answers, and
/// answers preflight requests itself.
///
/// Nothing below `/local/` gets these headers, so that browsers keep the stack's items from the
/// scripts of other pages.
///
/// @param route answers all requests but preflights
record CorsRoute(Route route) implements Route {
  private static final Pattern LOCAL =
      Pattern.compile("(?i)https?://(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]{1,5})?");
  private static final Map<String, List<String>> PREFLIGHT =
      Map.of(
          "Access-Control-Allow-Methods", List.of("GET, HEAD"),
          "Access-Control-Allow-Headers", List.of("authorization, if-none-match"),
          "Access-Control-Max-Age", List.of("3600"));
  private static final Map<String, List<String>> EXPOSED =
      Map.of(
          "Access-Control-Expose-Headers",
          List.of("etag, link, retry-after, server-timing, pagemark-cost, x-total-count"));

  @Override
  public Reply answer(Request request) {
    if (request.path().startsWith("/local/")) {
      return route.answer(request);
    }
    boolean isPreflight =
        request.method().equals("OPTIONS")
            && request.headers().containsKey("access-control-request-method")
            && isLocal(request);
    return isPreflight
        ? with(request, PREFLIGHT, new Reply(204, Map.of(), Bytes.utf8("")))
        : with(request, EXPOSED, route.answer(request));
  }

  private static boolean isLocal(Request request) {
    return LOCAL.matcher(request.headers().getOrDefault("origin", "")).matches();
  }

  /// Adds `Vary` even if there is no origin: a cache must not give that answer to a page that needs
  /// the other headers.
  private static Reply with(Request request, Map<String, List<String>> cors, Reply reply) {
    Map<String, List<String>> headers = new LinkedHashMap<>(reply.headers());
    headers.put("Vary", List.of("Origin"));
    if (isLocal(request)) {
      headers.put("Access-Control-Allow-Origin", List.of(request.headers().get("origin")));
      headers.putAll(cors);
    }
    return reply.with(headers);
  }
}
