package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.api.front.FrontDoor;
import pagemark.entry.Sha256;
import pagemark.listing.Listing;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Items;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;

/// Writes pages, facets and problems as responses of payload format 2.0. Each front writes those in
/// its own form.
final class Answer {
  private static final int TAG_BYTES = 12;

  private static final String NEVER = "no-store";

  /// For answers that the next new item changes.
  private static final Duration SECONDS = Duration.ofSeconds(5);

  private static final Duration DAY = Duration.ofDays(1);

  /// The limit for all headers together, as many proxies accept no more. An answer that passes it
  /// has no Link header.
  private static final int HEADER_BYTES_MAX = 8192;

  private static final String CONTENT_TYPE = "Content-Type";
  private static final String CACHE_CONTROL = "Cache-Control";

  /// The header in which many clients look for the number of all items.
  private static final String TOTAL = "X-Total-Count";

  private static final String NO_SNIFFING = "X-Content-Type-Options";

  private Answer() {}

  /// Who asks for a page.
  ///
  /// @param prefix what the links begin with
  /// @param ifNoneMatch the request's If-None-Match header; null if it has none
  /// @param itemBytesMax how many bytes the items may take
  record Caller(String prefix, @Nullable String ifNoneMatch, long itemBytesMax) {
    static final Caller NONE = new Caller("", null, FrontDoor.ITEM_BYTES_MAX);
  }

  /// @param given the parameters of the request that the links repeat
  /// @param total the time that the request took so far; null if diagnostics are off
  /// @return 304 if the client has the page; 400 if its items did not fit
  static APIGatewayV2HTTPResponse of(
      Page page, SequencedMap<String, String> given, @Nullable Duration total, Caller caller) {
    if (page.fit() instanceof Page.Fit.Apart apart) {
      SequencedMap<String, String> around =
          Links.behind(caller.prefix(), Links.around(page, apart, given));
      return of(Problem.tooLarge(apart, around, caller.itemBytesMax()));
    }
    Links links = Links.of(page, given).behind(caller.prefix());
    String items = Body.items(page.items());
    String others = Body.others(page, links);
    String body = Body.of(items, others);
    String tag = tag(items, isSettled(page) ? Body.steady(page, links) : others);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(CONTENT_TYPE, "application/json");
    headers.put("ETag", tag);
    headers.put(CACHE_CONTROL, cacheControl(page));
    page.total().ifPresent(number -> headers.put(TOTAL, Long.toString(number)));
    putCost(headers, page.cost(), total);
    headers.put("Link", links.header());
    headers.put(NO_SNIFFING, "nosniff");
    if (bytes(headers) > HEADER_BYTES_MAX) {
      headers.remove("Link");
    }
    if (matches(caller.ifNoneMatch(), tag)) {
      headers.remove(CONTENT_TYPE);
      if (isSettled(page)) {
        // Such a tag tells nothing of the total, which moves while newer items arrive.
        headers.remove(TOTAL);
      }
      return response(304, headers, null);
    }
    return response(200, headers, body);
  }

  /// @param total the time that the request took so far; null if diagnostics are off
  /// @return 304 if the client has the items; 400 if they did not fit
  static APIGatewayV2HTTPResponse of(Items items, @Nullable Duration total, Caller caller) {
    if (items.fitting() < items.items().size()) {
      return of(Problem.tooLarge(items, caller.itemBytesMax()));
    }
    String body = Body.of(Body.items(items.items()), Body.others(items));
    String tag = tag(body, "");
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ETag", tag);
    headers.put(CACHE_CONTROL, cacheControl(items.listing(), Duration.ZERO));
    putCost(headers, items.cost(), total);
    if (matches(caller.ifNoneMatch(), tag)) {
      return response(304, headers, null);
    }
    headers.put(CONTENT_TYPE, "application/json");
    return response(200, headers, body);
  }

  /// @param bars empty if none were asked for
  /// @param cost of both
  /// @param total the time that the request took so far; null if diagnostics are off
  static APIGatewayV2HTTPResponse of(
      Facets facets, Optional<Bars> bars, Cost cost, @Nullable Duration total) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(CONTENT_TYPE, "application/json");
    headers.put(CACHE_CONTROL, cacheControl(facets.scope().listing(), SECONDS));
    putCost(headers, cost, total);
    return response(200, headers, Body.of(facets, bars));
  }

  /// @param description of the API, which depends on the caller's claims
  static APIGatewayV2HTTPResponse of(String description) {
    return response(
        200, Map.of(CONTENT_TYPE, "application/json", CACHE_CONTROL, NEVER), description);
  }

  static APIGatewayV2HTTPResponse of(Problem problem) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(CONTENT_TYPE, "application/problem+json");
    headers.put(CACHE_CONTROL, NEVER);
    headers.putAll(problem.headers());
    return response(problem.status(), headers, Body.of(problem));
  }

  /// The answer to OPTIONS, which no path refuses. API Gateway adds the headers of CORS.
  static APIGatewayV2HTTPResponse ofMethods() {
    return response(204, Map.of("Allow", "GET, HEAD"), null);
  }

  /// Adds the header that keeps browsers from guessing another content type.
  private static APIGatewayV2HTTPResponse response(
      int status, Map<String, String> given, @Nullable String body) {
    Map<String, String> headers = new LinkedHashMap<>(given);
    headers.put(NO_SNIFFING, "nosniff");
    return APIGatewayV2HTTPResponse.builder()
        .withStatusCode(status)
        .withHeaders(headers)
        .withBody(body)
        .build();
  }

  /// The size on the wire: 4 bytes more for each header, `: ` and the line's end. All headers are
  /// ASCII.
  private static int bytes(Map<String, String> headers) {
    return headers.entrySet().stream()
        .mapToInt(header -> header.getKey().length() + header.getValue().length() + 4)
        .sum();
  }

  private static void putCost(Map<String, String> headers, Cost cost, @Nullable Duration total) {
    if (total != null) {
      headers.put("Server-Timing", timing(cost, total));
      headers.put("Pagemark-Cost", text(cost));
    }
  }

  private static String timing(Cost cost, Duration total) {
    return "index;dur=%s, table;dur=%s, total;dur=%s"
        .formatted(millis(cost.indexTime()), millis(cost.tableTime()), millis(total));
  }

  private static String millis(Duration duration) {
    return String.format(Locale.ROOT, "%.3f", duration.toNanos() / 1e6);
  }

  /// Has the units of the index only if it consumed some.
  static String text(Cost cost) {
    return String.format(
        Locale.ROOT,
        "plan=%s, index-calls=%d, table-calls=%d, read-units=%s, suspects=%d, discarded=%d, "
            + "round-trips=%d%s",
        cost.plan(),
        cost.indexCalls(),
        cost.tableCalls(),
        cost.readUnits(),
        cost.suspects(),
        cost.discarded(),
        cost.roundTrips(),
        cost.indexReadUnits() > 0 ? ", index-read-units=" + cost.indexReadUnits() : "");
  }

  /// Says how long caches may keep an answer (RFC 9111). No answer is `public`, so the answer to a
  /// request with an Authorization header stays in the client's own cache. Who asks by key wants
  /// the items as they are: a cache asks each time whether its copy is.
  private static String cacheControl(Page page) {
    if (page.total().isEmpty()) {
      return NEVER;
    }
    Duration age = isSettled(page) ? DAY : SECONDS;
    Duration left = page.untilExpiry().filter(until -> until.compareTo(age) < 0).orElse(age);
    return left.toSeconds() > 0 ? cacheControl(page.scope().listing(), left) : NEVER;
  }

  /// Whether only edits, deletes and late items with old sort values change the page's items and
  /// neighbours: it is a page of `numbering=stable` that newer items follow, the index is exact,
  /// all its items were found, items do not leave it by expiring, and it tells no rank and more
  /// than keys.
  private static boolean isSettled(Page page) {
    Scope scope = page.scope();
    return scope.numbering() == Numbering.STABLE
        && page.exact()
        && page.cost().suspects() == 0
        && page.omitted() == 0
        && page.place().isEmpty()
        && !scope.isOfKeys()
        && scope.listing().definition().expires() == null
        && page.total().isPresent()
        && page.counted()
            .filter(at -> at.from(scope.size()) + scope.size() < page.total().getAsLong())
            .isPresent();
  }

  private static String cacheControl(Listing listing, Duration age) {
    String seconds = "max-age=" + age.toSeconds();
    return listing.groupClaim() == null ? seconds : "private, " + seconds;
  }

  /// Makes weak entity tags (RFC 9110) of pages: a 304 says that the stored page may be used, so a
  /// tag is a hash of the whole body. It changes with a page's totals, links and cursors, and
  /// cursors differ by key and by day. Only under the tag of a settled page may totals and the last
  /// page move.
  ///
  /// @param items the page's items as a JSON array
  /// @param others the other members that the tag stands for
  private static String tag(String items, String others) {
    byte[] bytes = Sha256.of(items.getBytes(UTF_8), others.getBytes(UTF_8));
    String text =
        Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes, TAG_BYTES));
    return "W/\"" + text + '"';
  }

  /// Whether a client that sent this `If-None-Match` already has the page with `tag`.
  private static boolean matches(@Nullable String ifNoneMatch, String tag) {
    if (ifNoneMatch == null) {
      return false;
    }
    String bare = tag.substring("W/".length());
    return Arrays.stream(ifNoneMatch.split(",", -1))
        .map(String::strip)
        .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals(bare));
  }
}
