package pagemark.local.page;

import java.util.List;
import java.util.Map;
import pagemark.local.http.Request;

/// Tells this stack's own page, and programs of this machine, from pages of others that the same
/// browser shows.
///
/// 1. The Host must be a name of this machine, with the stack's port: a foreign name that was made
///    to lead to 127.0.0.1 (DNS rebinding) is still in it.
/// 2. Origin, which browsers send with each write, must be that Host.
/// 3. Sec-Fetch-Site, where there is one, must not tell of another site.
///
/// @param port of the HTTP front
record Caller(int port) {
  private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");

  /// @throws Refusal where the Host is another
  void checkHost(Request request) {
    String host = request.headers().getOrDefault("host", "");
    if (NAMES.stream().noneMatch(name -> host.equalsIgnoreCase(name + ":" + port))) {
      throw new Refusal(
          403, "the Host of the request is not allowed; localhost:%d is".formatted(port));
    }
  }

  /// @throws Refusal where the request may be another site's
  void checkOwn(Request request) {
    checkHost(request);
    Map<String, String> headers = request.headers();
    String own = "http://" + headers.get("host");
    if (!headers.getOrDefault("origin", own).equalsIgnoreCase(own)
        || !headers.getOrDefault("sec-fetch-site", "same-origin").equals("same-origin")) {
      throw new Refusal(403, "pages of other origins may not write here");
    }
  }
}
