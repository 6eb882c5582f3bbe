package pagemark.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// An error as the answer to a request, in the form of RFC 9457.
///
/// @param detail what is wrong and what is valid, in one sentence for the caller
/// @param members further members of the body: texts and whole numbers
/// @param headers further headers; Content-Type and Cache-Control are always there
record Problem(
    int status, String detail, SequencedMap<String, Object> members, Map<String, String> headers) {
  private static final int VALUE_CHARS_MAX = 100;
  private static final String CURSOR_ALLOWED =
      "a cursor from an answer of the last 7 days, with the group and parameters of that answer";

  private static final String OTHER_FORMAT =
      "the event does not have payload format 2.0, which an HTTP API or a function URL sends";

  /// 400: a parameter is malformed, unknown, repeated or conflicting.
  ///
  /// @param allowed the valid values, in words
  static Problem parameter(String name, String value, String allowed) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    members.put("parameter", shortened(name));
    members.put("value", shortened(value));
    members.put("allowed", allowed);
    String detail =
        "parameter %s is \"%s\"; valid values: %s"
            .formatted(shortened(name), shortened(value), allowed);
    return new Problem(400, detail, members, Map.of());
  }

  /// 400: a cursor cannot be opened. The answer is the same whatever is wrong with it.
  static Problem cursor() {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    members.put("parameter", "cursor");
    members.put("allowed", CURSOR_ALLOWED);
    return new Problem(
        400, "parameter cursor is not valid; valid values: " + CURSOR_ALLOWED, members, Map.of());
  }

  /// 400: the function was called by something other than an HTTP API or a function URL.
  static Problem otherFormat() {
    return new Problem(400, OTHER_FORMAT, new LinkedHashMap<>(), Map.of());
  }

  static Problem notFound(String detail) {
    return new Problem(404, detail, new LinkedHashMap<>(), Map.of());
  }

  /// 404: the page lies past the last one.
  ///
  /// @param size how many items a page has
  /// @param total how many items there are
  static Problem pastEnd(Start.Counted asked, int size, long total) {
    Start.Counted last = asked.last(size, total);
    String allowed =
        switch (last) {
          case Start.Numbered(var page) -> "at most %d, the last page".formatted(page);
          case Start.Skipped _ -> "at most %d, the last item".formatted(Math.max(0, total - 1));
        };
    Problem problem = parameter(asked.parameter(), Long.toString(asked.value()), allowed);
    problem.members().put("lastPage", Math.max(1, Start.pages(size, total)));
    if (last instanceof Start.Skipped(var items)) {
      problem.members().put("lastSkip", items);
    }
    return new Problem(404, problem.detail(), problem.members(), Map.of());
  }

  /// 400: the page's items do not fit into one answer.
  ///
  /// @param fitting how many of them fit
  static Problem tooLarge(int size, int fitting) {
    return parameter(
        "size",
        Integer.toString(size),
        "at most %d for items as large as these".formatted(fitting));
  }

  /// 405: the method is neither GET nor HEAD.
  static Problem method(String method) {
    String detail =
        "method %s is not allowed; valid methods: GET, HEAD".formatted(shortened(method));
    return new Problem(405, detail, new LinkedHashMap<>(), Map.of("Allow", "GET, HEAD"));
  }

  /// 500: an unexpected failure. The caller learns nothing of it.
  static Problem unexpected() {
    return new Problem(
        500, "the request failed; the log says why", new LinkedHashMap<>(), Map.of());
  }

  /// 503: the same request may succeed later.
  static Problem unavailable(String detail, int retryAfterSeconds) {
    Map<String, String> headers = Map.of("Retry-After", Integer.toString(retryAfterSeconds));
    return new Problem(503, detail, new LinkedHashMap<>(), headers);
  }

  String title() {
    return switch (status) {
      case 400 -> "Bad Request";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 503 -> "Service Unavailable";
      default -> "Internal Server Error";
    };
  }

  private static String shortened(String text) {
    return text.length() <= VALUE_CHARS_MAX ? text : text.substring(0, VALUE_CHARS_MAX) + "...";
  }
}
