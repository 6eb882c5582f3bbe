package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.Request;

/// The headers of CORS for fronts that add none themselves: REST APIs and load balancers. They are
/// those that the template's HTTP API adds.
///
/// @param origins such as `https://shop.example.com`, `https://*` or `*`; empty if no other page
///   may read the API
record Cors(List<String> origins) {
  static final Cors NONE = new Cors(List.of());

  /// The valid values, for messages.
  static final String VALID =
      "none, or origins such as https://shop.example.com, https://* or *, separated by commas";

  private static final String ORIGIN = "\\*|[a-z][a-z0-9+.-]*://(\\*|[A-Za-z0-9.\\-\\[\\]:]+)";

  private static final Map<String, String> PREFLIGHT =
      Map.of(
          "Access-Control-Allow-Methods", "GET, HEAD",
          "Access-Control-Allow-Headers", "authorization, if-none-match",
          "Access-Control-Max-Age", "3600");
  private static final Map<String, String> EXPOSED =
      Map.of(
          "Access-Control-Expose-Headers",
          "etag, link, retry-after, server-timing, pagemark-cost, x-total-count");

  /// @throws IllegalArgumentException if one is no origin; names it and what is valid
  Cors {
    origins = List.copyOf(origins);
    for (String origin : origins) {
      if (!origin.matches(ORIGIN)) {
        throw new IllegalArgumentException("has \"%s\"; valid values: %s".formatted(origin, VALID));
      }
    }
  }

  /// Adds the headers to an answer. It adds `Vary` even if there is no origin: a cache must not
  /// give that answer to a page that needs the other headers.
  void addTo(APIGatewayV2HTTPResponse answer, Request request) {
    if (origins.isEmpty()) {
      return;
    }
    Map<String, String> headers = answer.getHeaders();
    headers.put("Vary", "Origin");
    String origin = request.header("origin");
    if (isAllowed(origin)) {
      headers.put("Access-Control-Allow-Origin", String.valueOf(origin));
      headers.putAll(isPreflight(request) ? PREFLIGHT : EXPOSED);
    }
  }

  private static boolean isPreflight(Request request) {
    return request.method().equals("OPTIONS")
        && request.header("access-control-request-method") != null;
  }

  private boolean isAllowed(@Nullable String origin) {
    return origin != null
        && origin.matches("[!-~]{1,300}")
        && origins.stream()
            .anyMatch(
                each ->
                    each.endsWith("*")
                        ? origin.startsWith(each.substring(0, each.length() - 1))
                        : each.equalsIgnoreCase(origin));
  }
}
