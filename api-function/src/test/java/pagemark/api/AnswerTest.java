package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.pages.Definitions;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;

final class AnswerTest {
  private static final RequestReader REQUESTS = Front.requests(Definitions.COMMENTS);

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
        answer("/comments/x?page=3", 41L, null).getBody());
  }

  @Test
  void writesAPageBySkip() {
    String body = answer("/comments/x?skip=40", 41L, null).getBody();
    assertTrue(
        body.contains(
            "\"page\":{\"number\":null,\"skip\":40,\"size\":20,\"totalItems\":41,\"totalPages\":3}"),
        body);
  }

  @Test
  void writesAFirstPageWhoseTotalIsNotKnown() {
    var answer = answer("/comments/x", null, null);
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
      var answer = answer(url, 41L, null);
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
        X-Content-Type-Options: nosniff
        ETag: W/"0123456789abcdef"
        X-Total-Count: 1
        Link:\s
        """
            .replace("\n", "\r\n")
            .length();
    assertTrue(others + fitting <= 8192 && others + fitting + 6 > 8192, "" + fitting);
  }

  @Test
  void reportsTheUnitsOfAnIndexThatConsumesSome() {
    Cost cost = Cost.ofIndex(1, 2.5, Duration.ZERO);
    assertEquals(
        "plan=none, index-calls=1, table-calls=0, read-units=0.0, suspects=0, discarded=0, "
            + "round-trips=0, index-read-units=2.5",
        Answer.text(cost));
  }

  /// The page lacks items that the index told of, so it is another one soon.
  @Test
  void aStablePageWithSuspectsIsKeptForSeconds() {
    var answer = answer("/comments/x?page=1&numbering=stable", 41L, null);
    assertEquals("max-age=5", answer.getHeaders().get("Cache-Control"));
  }

  @Test
  void writesAProblem() {
    var response = Answer.of(Problem.parameter(new InvalidParameter("page", "0\"", "a number")));
    assertEquals(400, response.getStatusCode());
    assertEquals(
        Map.of(
            "Content-Type", "application/problem+json",
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff"),
        response.getHeaders());
    assertEquals(
        """
        {"type":"about:blank","title":"Bad Request","status":400,\
        "detail":"parameter page is \\"0\\"\\"; valid values: a number",\
        "message":"parameter page is \\"0\\"\\"; valid values: a number",\
        "parameter":"page","value":"0\\"","allowed":"a number"}\
        """,
        response.getBody());
  }

  @Test
  void aPageThatLacksItemsSaysHowMany() {
    ApiRequest.ForPage request = Front.pageRequest(REQUESTS, "/comments/SHIRT?page=2&size=10");
    Page whole = page(request, 61L);
    Page shorter = changed(whole, 9, whole.place(), whole.cost());
    String body = Answer.of(shorter, request.given(), null, Answer.Caller.NONE).getBody();
    assertTrue(body.contains("\"totalPages\":7,\"omitted\":9}"), body);
    assertFalse(
        Answer.of(whole, request.given(), null, Answer.Caller.NONE).getBody().contains("omitted"));
  }

  @Test
  void onlyAWholeStablePageWhoseItemsStayIsKeptForADay() {
    String expiring =
        Definitions.COMMENTS.replace(
            "\"attributes\"", "\"expires\": { \"attribute\": \"ttl\" }, \"attributes\"");
    assertEquals("max-age=86400", cached(Definitions.COMMENTS, 0));
    assertEquals("max-age=5", cached(Definitions.COMMENTS, 1));
    assertEquals("max-age=5", cached(expiring, 0));
  }

  /// It moves while newer items arrive.
  @Test
  void aPageWithARankIsKeptForSeconds() {
    Map<Page.Place, String> told =
        Map.of(
            new Page.Place.OfValue(7, 2), "\"rank\":7,\"ties\":2}",
            new Page.Place.OfItem(7, OptionalLong.of(5)), "\"rank\":7,\"rankOfValue\":5}",
            new Page.Place.OfItem(7, OptionalLong.empty()), "\"rank\":7}");
    told.forEach(
        (place, members) -> {
          APIGatewayV2HTTPResponse answer = stable(Definitions.COMMENTS, 0, Optional.of(place));
          assertTrue(answer.getBody().contains("\"totalPages\":7," + members), answer.getBody());
          assertEquals("max-age=5", answer.getHeaders().get("Cache-Control"));
        });
  }

  private static @Nullable String cached(String definition, int omitted) {
    return stable(definition, omitted, Optional.empty()).getHeaders().get("Cache-Control");
  }

  private static APIGatewayV2HTTPResponse stable(
      String definition, int omitted, Optional<Page.Place> place) {
    ApiRequest.ForPage request =
        Front.pageRequest(
            Front.requests(definition), "/comments/SHIRT?page=2&size=10&numbering=stable");
    Page page = page(request, 61L);
    Page stable = changed(page, omitted, place, Cost.ofIndex(1, 0, Duration.ZERO));
    return Answer.of(stable, request.given(), null, Answer.Caller.NONE);
  }

  private static APIGatewayV2HTTPResponse answer(
      String url, @Nullable Long total, @Nullable Duration time) {
    ApiRequest.ForPage request = Front.pageRequest(REQUESTS, url);
    return Answer.of(page(request, total), request.given(), time, Answer.Caller.NONE);
  }

  private static Page changed(Page page, int omitted, Optional<Page.Place> place, Cost cost) {
    return new Page(
        page.scope(),
        page.start(),
        page.items(),
        page.total(),
        page.exact(),
        omitted,
        page.before(),
        place,
        page.ends(),
        page.untilExpiry(),
        page.fit(),
        cost,
        page.diagnosis());
  }

  static Page page(ApiRequest.ForPage request, @Nullable Long total) {
    return new Page(
        request.scope(),
        request.start(),
        Objects.equals(total, 0L)
            ? List.of()
            : List.of(new TreeMap<>(Map.of("PK", fromS("rita"), "SK", fromS("2024-05-01 00:00")))),
        total == null ? OptionalLong.empty() : OptionalLong.of(total),
        true,
        0,
        request.start() instanceof Start.Counted counted
            ? OptionalLong.of(counted.from(request.scope().size()))
            : OptionalLong.empty(),
        Optional.empty(),
        new Page.Ends(true, true, Optional.empty(), Optional.empty()),
        Optional.empty(),
        Page.Fit.WHOLE,
        new Cost("query", 1, 0, 2, 1.5, 1, 3, 4, Duration.ofNanos(1_500_000), Duration.ofMillis(2)),
        Page.Diagnosis.NONE);
  }
}
