package pagemark.local.page;

import java.util.List;
import java.util.Map;
import pagemark.local.http.Request;

/// Tells requests of this stack's own page, and of programs on this machine, from requests of other
/// web pages in the same browser. It checks three headers:
///
/// 1. Host must be a name of this machine, with the stack's port. So a foreign name that resolves
///    to 127.0.0.1 (DNS rebinding) is refused.
/// 2. Origin, which browsers send with each write, must be that Host.
/// 3. Sec-Fetch-Site, if it is there, must say `same-origin`.
///
/// @param port the port of the HTTP front
record Caller(int port) {
  private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");

  /// @throws RefusedRequest if the Host is another one
  void checkHost(Request request) {
    String host = request.headers().getOrDefault("host", "");
    if (NAMES.stream().noneMatch(name -> host.equalsIgnoreCase(name + ":" + port))) {
      throw new RefusedRequest(
          403, "the request's Host is not this stack. Valid Host: localhost:%d".formatted(port));
    }
  }

  /// @throws RefusedRequest if the request may come from another site
  void checkOwn(Request request) {
    checkHost(request);
    Map<String, String> headers = request.headers();
    String own = "http://" + headers.get("host");
    if (!headers.getOrDefault("origin", own).equalsIgnoreCase(own)
        || !headers.getOrDefault("sec-fetch-site", "same-origin").equals("same-origin")) {
      throw new RefusedRequest(403, "pages of other origins may not write here");
    }
  }
}
