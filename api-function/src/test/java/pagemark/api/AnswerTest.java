package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AnswerTest {
  private static final RequestReader REQUESTS =
      new RequestReader(Definitions.listings(Definitions.COMMENTS, "store"), Definitions.CURSORS);

  @Test
  void writesAPage() {
    assertEquals(
        """
        {"items":[{"PK":"rita","SK":"2024-05-01 00:00"}],\
        "page":{"number":3,"size":20,"totalItems":41,"totalPages":3},\
        "links":{"self":"/comments/x?page=3","first":"/comments/x?page=1",\
        "prev":"/comments/x?page=2","next":null,"last":"/comments/x?page=3"},\
        "cursors":{"before":null,"after":null}}\
        """,
        Answer.of(page("/comments/x?page=3", 41L), Definitions.CURSORS, null, null).getBody());
  }

  @Test
  void writesAPageBySkip() {
    String body =
        Answer.of(page("/comments/x?skip=40", 41L), Definitions.CURSORS, null, null).getBody();
    assertTrue(
        body.contains(
            "\"page\":{\"number\":null,\"skip\":40,\"size\":20,\"totalItems\":41,\"totalPages\":3}"),
        body);
  }

  @Test
  void writesAFirstPageWhoseTotalIsNotKnown() {
    var answer = Answer.of(page("/comments/x", null), Definitions.CURSORS, null, null);
    assertEquals(
        """
        {"items":[{"PK":"rita","SK":"2024-05-01 00:00"}],\
        "page":{"number":1,"size":20,"totalItems":null,"totalPages":null},\
        "links":{"self":"/comments/x?page=1","first":"/comments/x?page=1",\
        "prev":null,"next":null,"last":null},\
        "cursors":{"before":null,"after":null}}\
        """,
        answer.getBody());
    assertEquals(
        "</comments/x?page=1>; rel=\"self\", </comments/x?page=1>; rel=\"first\","
            + " </comments/x>; rel=\"canonical\"",
        answer.getHeaders().get("Link"));
  }

  @Test
  void leavesTheLinkHeaderOutIfHeadersWouldPass8Kilobytes() {
    int fitting = 0;
    int longest = 999;
    for (int length = 1000; length <= 2000; length++) {
      String url = "/comments?group=" + "a".repeat(length) + "%20&page=2";
      var answer = Answer.of(page(url, 41L), Definitions.CURSORS, null, null);
      String link = answer.getHeaders().getOrDefault("Link", "");
      assertTrue(answer.getBody().contains("%20&page=3"));
      if (!link.isEmpty()) {
        assertEquals(longest + 1, length, "a shorter group had no header");
        longest = length;
        fitting = link.length();
      }
    }
    int others =
        """
        Content-Type: application/json
        Cache-Control: max-age=5
        ETag: W/"0123456789abcdef"
        Link:\s
        """
            .replace("\n", "\r\n")
            .length();
    assertTrue(others + fitting <= 8192 && others + fitting + 6 > 8192, "" + fitting);
  }

  @Test
  void reportsTimeAndCostOnlyIfDiagnosticsAreOn() {
    var off = Answer.of(page("/comments/x", 1L), Definitions.CURSORS, null, null).getHeaders();
    assertEquals(
        List.of("Cache-Control", "Content-Type", "ETag", "Link"),
        off.keySet().stream().sorted().toList());
    var on =
        Answer.of(page("/comments/x", 1L), Definitions.CURSORS, Duration.ofNanos(12_345_678), null)
            .getHeaders();
    assertEquals("index;dur=1.500, table;dur=2.000, total;dur=12.346", on.get("Server-Timing"));
    assertEquals(
        "plan=query, index-calls=1, table-calls=2, read-units=1.5, suspects=3, discarded=4, "
            + "round-trips=1",
        on.get("Pagemark-Cost"));
  }

  @Test
  void writesAProblem() {
    var response = Answer.of(Problem.parameter("page", "0\"", "a number"));
    assertEquals(400, response.getStatusCode());
    assertEquals(
        Map.of("Content-Type", "application/problem+json", "Cache-Control", "no-store"),
        response.getHeaders());
    assertEquals(
        """
        {"type":"about:blank","title":"Bad Request","status":400,\
        "detail":"parameter page is \\"0\\"\\"; valid values: a number",\
        "parameter":"page","value":"0\\"","allowed":"a number"}\
        """,
        response.getBody());
  }

  @Test
  void namesTheLastPageAndWhenToRetry() {
    String pastEnd = Answer.of(Problem.pastEnd(new Start.Skipped(90), 10, 61)).getBody();
    String members =
        "\"parameter\":\"skip\",\"value\":\"90\","
            + "\"allowed\":\"at most 60, the last item\",\"lastPage\":7,\"lastSkip\":60}";
    assertTrue(pastEnd.endsWith(members), pastEnd);
    var busy = Answer.of(Failures.busy());
    assertEquals(503, busy.getStatusCode());
    assertEquals("1", busy.getHeaders().get("Retry-After"));
  }

  private static Page page(String url, @Nullable Long total) {
    return page(Front.pageRequest(REQUESTS, url), total);
  }

  static Page page(PageRequest request, @Nullable Long total) {
    return new Page(
        request,
        total,
        true,
        request.start() instanceof Start.Counted counted ? counted : null,
        new Page.Ends(null, null),
        new FetchedItems(
            List.of(Map.of("PK", fromS("rita"), "SK", fromS("2024-05-01 00:00"))),
            List.of(),
            "query",
            2,
            1.5,
            3,
            4,
            1,
            List.of()),
        new Page.Spent(1, Duration.ofNanos(1_500_000), Duration.ofMillis(2)),
        List.of(),
        null);
  }
}
