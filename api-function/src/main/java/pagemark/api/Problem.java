package pagemark.api;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import pagemark.api.front.FrontDoor.Unknown;
import pagemark.pages.error.PagesException;
import pagemark.pages.error.PagesException.InvalidCursor;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.result.Items;
import pagemark.pages.result.Page;

/// An error as the answer to a request, in the form of RFC 9457.
///
/// @param detail what is wrong and what is valid, in one sentence for the caller
/// @param members further members of the body: texts, whole numbers, and links by relation
/// @param headers further headers; Content-Type and Cache-Control are always there
record Problem(
    int status, String detail, SequencedMap<String, Object> members, Map<String, String> headers) {
  /// The member with the word that was probably meant.
  private static final String SUGGESTION = "suggestion";

  private static final int METHOD_CHARS_MAX = 100;
  private static final int REDEPLOYED_SECONDS = 60;

  private static final String OTHER_FORMAT =
      "the event is none that this function knows; valid: " + Unknown.VALID;

  /// 400: a parameter is malformed, unknown, repeated or conflicting.
  static Problem parameter(InvalidParameter wrong) {
    return new Problem(400, detail(wrong), members(wrong), Map.of());
  }

  /// 404: the page lies past the last one.
  static Problem pastEnd(PastEnd wrong) {
    SequencedMap<String, Object> members = members(wrong);
    members.put("totalItems", wrong.totalItems());
    members.put("lastPage", wrong.lastPage());
    wrong.lastSkip().ifPresent(items -> members.put("lastSkip", items));
    return new Problem(404, detail(wrong), members, Map.of());
  }

  /// The same with the address that was probably meant.
  Problem suggesting(String address) {
    SequencedMap<String, Object> more = new LinkedHashMap<>(members);
    SequencedMap<String, String> links = new LinkedHashMap<>();
    links.put("suggested", address);
    more.put("links", links);
    return new Problem(status, detail, more, headers);
  }

  private static SequencedMap<String, Object> members(InvalidParameter wrong) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    members.put("parameter", wrong.name());
    members.put("value", wrong.value());
    members.put("allowed", wrong.valid());
    wrong.suggestion().ifPresent(word -> members.put(SUGGESTION, word));
    return members;
  }

  /// 400: a cursor cannot be opened. The answer is the same whatever is wrong with it.
  static Problem cursor(InvalidCursor wrong) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    members.put("parameter", "cursor");
    members.put("allowed", InvalidCursor.VALID);
    return new Problem(400, detail(wrong), members, Map.of());
  }

  /// 400: the function was called by something that it does not know.
  static Problem otherFormat() {
    return new Problem(400, OTHER_FORMAT, new LinkedHashMap<>(), Map.of());
  }

  static Problem notFound(String detail) {
    return new Problem(404, detail, new LinkedHashMap<>(), Map.of());
  }

  /// 400: the page's items do not fit into one answer.
  ///
  /// @param links empty if the deployment has no cursors
  /// @param itemBytesMax how many bytes the items may take
  static Problem tooLarge(
      Page.Fit.Apart apart, SequencedMap<String, String> links, long itemBytesMax) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    if (!links.isEmpty()) {
      members.put("links", links);
    }
    return new Problem(
        400, detail(apart, !links.isEmpty(), megabytes(itemBytesMax)), members, Map.of());
  }

  private static String detail(Page.Fit.Apart apart, boolean hasLinks, String megabytes) {
    if (apart.fitting() == 0) {
      return "one item of this page is larger than the %s MB of an answer; let its listing show"
              .formatted(megabytes)
          + " fewer attributes"
          + (hasLinks ? ", or follow the links around it" : "");
    }
    return "the items of this page are larger than the %s MB of an answer, only the first %d fit; %s"
        .formatted(
            megabytes,
            apart.fitting(),
            hasLinks
                ? "links.next begins with them, links.prev ends with the last of the page"
                : "ask for a smaller size");
  }

  /// 400: the items of these keys do not fit into one answer.
  static Problem tooLarge(Items items, long itemBytesMax) {
    String megabytes = megabytes(itemBytesMax);
    String detail =
        items.fitting() == 0
            ? "the first of these items is larger than the %s MB of an answer".formatted(megabytes)
            : "these items are larger than the %s MB of an answer, only the first %d fit; ask for fewer keys"
                .formatted(megabytes, items.fitting());
    return new Problem(400, detail, new LinkedHashMap<>(), Map.of());
  }

  private static String megabytes(long bytes) {
    return BigDecimal.valueOf(bytes, 6).stripTrailingZeros().toPlainString();
  }

  /// 404: the path is outside of the base path.
  static Problem outside(String base) {
    return notFound(
        ("there is nothing at this path; the base path is %1$s: pages are at"
                + " %1$s/{listing}?group={group}, facets at %1$s/{listing}/facets?group={group}")
            .formatted(base));
  }

  /// 404: there is no listing of this name. Without a suggestion the answer is that of any path
  /// with nothing.
  static Problem unknownListing(Optional<String> suggestion) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    suggestion.ifPresent(name -> members.put(SUGGESTION, name));
    String question = suggestion.map("; did you mean the listing %s?"::formatted).orElse("");
    return new Problem(404, RequestPath.VALID + question, members, Map.of());
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

  /// 503: no listing is for the table of the deployment. Readers are not told the tables' names.
  static Problem otherTable() {
    return unavailable(
        "the listings are for another table than this deployment follows; the log names both",
        REDEPLOYED_SECONDS);
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

  private static String shortened(String method) {
    return method.length() <= METHOD_CHARS_MAX
        ? method
        : method.substring(0, METHOD_CHARS_MAX) + "...";
  }

  private static String detail(PagesException failure) {
    return String.valueOf(failure.getMessage());
  }

  /// Ends a request with a [Problem] as its answer. It has no stack trace.
  static final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    ProblemException(Problem problem) {
      super(problem.detail(), null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }
}
