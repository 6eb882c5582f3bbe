package pagemark.local.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.http.Reply;
import pagemark.local.http.Request;
import pagemark.local.http.Route;

/// `POST`, `PUT` and `DELETE /local/items?listing=NAME`: adds, replaces and deletes one item of the
/// listed table. The body is the item as `load` reads it. To delete an item, its key is enough.
record ItemsRoute(Listings listings, ItemWrites writes) implements Route {
  private static final int BODY_BYTES_MAX = 400 * 1024;
  private static final String PARAMETER = "listing=";
  private static final Reply DONE =
      new Reply(204, Map.of("Cache-Control", List.of("no-store")), Bytes.utf8(""));

  @Override
  public Reply answer(Request request) {
    Caller.checkOwn(request);
    String method = request.method();
    if (!List.of("POST", "PUT", "DELETE").contains(method)) {
      throw RefusedRequest.method("POST, PUT, DELETE");
    }
    checkBody(request);
    Listing listing = listing(request.query());
    byte[] body = request.body().toArray();
    switch (method) {
      case "POST" -> writes.add(listing, body);
      case "PUT" -> writes.replace(listing, body);
      default -> writes.delete(listing, body);
    }
    return DONE;
  }

  private static void checkBody(Request request) {
    String type = request.headers().getOrDefault("content-type", "").split(";", 2)[0];
    if (!type.strip().toLowerCase(Locale.ROOT).equals("application/json")) {
      throw new RefusedRequest(415, "the body must be application/json");
    }
    if (request.body().length() > BODY_BYTES_MAX) {
      throw new RefusedRequest(413, "the body is larger than 400 KB");
    }
  }

  private Listing listing(String query) {
    if (!query.startsWith(PARAMETER) || query.contains("&")) {
      throw new RefusedRequest(400, "the path takes one parameter: listing, the name of a listing");
    }
    return listings
        .find(decoded(query.substring(PARAMETER.length())))
        .orElseThrow(() -> new RefusedRequest(404, "there is no such listing"));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(400, "parameter listing is not percent-encoded UTF-8");
    }
  }
}
