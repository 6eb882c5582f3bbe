package pagemark.local.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.local.http.Reply;
import pagemark.local.http.Request;

/// A request that is refused. The message tells the caller what is wrong and what is valid; it
/// holds no item keys and no table names.
final class RefusedRequest extends RuntimeException {
  private final int status;
  private final String allow;

  RefusedRequest(int status, String detail) {
    this(status, detail, "");
  }

  private RefusedRequest(int status, String detail, String allow) {
    super(detail, null, false, false);
    this.status = status;
    this.allow = allow;
  }

  static RefusedRequest method(String allow) {
    return new RefusedRequest(
        405, "the path does not take this method. Valid methods: " + allow, allow);
  }

  /// Tells requests of this stack's own page, and of programs on this machine, from requests of
  /// other web pages in the same browser: the Host is checked already. Origin, which browsers send
  /// with each write, must be that Host, and Sec-Fetch-Site, if it is there, `same-origin`.
  ///
  /// @throws RefusedRequest if the request may come from another site
  static void requireOwn(Request request) {
    Map<String, String> headers = request.headers();
    String own = "http://" + headers.getOrDefault("host", "");
    if (!headers.getOrDefault("origin", own).equalsIgnoreCase(own)
        || !headers.getOrDefault("sec-fetch-site", "same-origin").equals("same-origin")) {
      throw new RefusedRequest(403, "pages of other origins may not write here");
    }
  }

  /// The problem document (RFC 9457).
  Reply reply() {
    ObjectNode problem =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "about:blank")
            .put("title", title())
            .put("status", status)
            .put("detail", getMessage());
    List<String> type = List.of("application/problem+json");
    return new Reply(
        status,
        allow.isEmpty()
            ? Map.of("Content-Type", type)
            : Map.of("Content-Type", type, "Allow", List.of(allow)),
        Bytes.utf8(problem.toString()));
  }

  private String title() {
    return switch (status) {
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 409 -> "Conflict";
      case 413 -> "Content Too Large";
      case 415 -> "Unsupported Media Type";
      case 503 -> "Service Unavailable";
      default -> "Internal Server Error";
    };
  }
}
