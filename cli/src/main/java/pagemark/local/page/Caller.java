package pagemark.local.page;

import java.util.Map;
import pagemark.local.http.Request;

/// Tells requests of this stack's own page, and of programs on this machine, from requests of other
/// web pages in the same browser. [HostRoute][pagemark.local.http.HostRoute] has checked the Host.
/// Two more headers are checked:
///
/// 1. Origin, which browsers send with each write, must be that Host.
/// 2. Sec-Fetch-Site, if it is there, must say `same-origin`.
final class Caller {
  private Caller() {}

  /// @throws RefusedRequest if the request may come from another site
  static void checkOwn(Request request) {
    Map<String, String> headers = request.headers();
    String own = "http://" + headers.getOrDefault("host", "");
    if (!headers.getOrDefault("origin", own).equalsIgnoreCase(own)
        || !headers.getOrDefault("sec-fetch-site", "same-origin").equals("same-origin")) {
      throw new RefusedRequest(403, "pages of other origins may not write here");
    }
  }
}
