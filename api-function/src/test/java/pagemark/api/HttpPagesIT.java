package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;

/// Pages as answers: their JSON, their headers, and the forms of a request.
final class HttpPagesIT {
  private static final Shop COMMENTS = new Shop("http-pages", Definitions.COMMENTS).open();
  private static final Shop RATINGS = new Shop("http-ratings", Definitions.RATINGS).open();
  private static final String DIGITS_38 = "-1.2345678901234567890123456789012345678";

  @BeforeAll
  static void fill() {
    COMMENTS.put(
        IntStream.range(0, 50)
            .mapToObj("%02d"::formatted)
            .map(i -> Shop.comment("shirt" + i, "SHIRT", "2024-05-01 00:" + i))
            .toList());
    COMMENTS.put(List.of(Shop.comment("odd", "a b/ü", "2024-05-01 00:00")));
    RATINGS.put(
        List.of(
            Map.of(
                "PK", fromS("rating0"),
                "movie", fromN("7.50"),
                "at", fromN("1000"),
                "exact", fromN(DIGITS_38))));
  }

  @Test
  void aPageIsInTheIndexsOrderWithWhatTheListingShows() {
    Reply reply = COMMENTS.front().get("/comments/SHIRT?page=2&size=2");
    assertEquals(
        """
        {"items":[{"PK":"shirt47","SK":"2024-05-01 00:47","title":"title of shirt47"},\
        {"PK":"shirt46","SK":"2024-05-01 00:46","title":"title of shirt46"}],\
        "page":{"number":2,"size":2,"totalItems":50,"totalPages":25},\
        "links":{"self":"/comments/SHIRT?page=2&size=2","first":"/comments/SHIRT?page=1&size=2",\
        "prev":"/comments/SHIRT?page=1&size=2","next":"/comments/SHIRT?page=3&size=2",\
        "last":"/comments/SHIRT?page=25&size=2"}\
        """,
        reply.text().replaceFirst(",\"cursors\".*", ""));
    assertTrue(reply.body().at("/cursors/before").isTextual());
    assertTrue(reply.body().at("/cursors/after").isTextual());
    assertEquals("application/json", reply.header("Content-Type"));
    assertTrue(reply.header("Link").startsWith("</comments/SHIRT?page=2&size=2>; rel=\"self\", "));
  }

  @Test
  void numbersKeepAll38Digits() {
    String text = RATINGS.front().get("/ratings/7.5?size=1").text();
    assertTrue(
        text.startsWith(
            "{\"items\":[{\"PK\":\"rating0\",\"at\":1000,\"exact\":"
                + DIGITS_38
                + ",\"movie\":7.5}]"),
        text);
  }

  @Test
  void pastTheEndTheLastPageIsNamed() {
    Reply page = COMMENTS.front().get("/comments/SHIRT?page=4");
    assertEquals(404, page.status());
    assertEquals("application/problem+json", page.header("Content-Type"));
    assertEquals(3, page.body().get("lastPage").intValue());
    assertTrue(page.body().path("lastSkip").isMissingNode());
    Reply skip = COMMENTS.front().get("/comments/SHIRT?skip=50");
    assertEquals(404, skip.status());
    assertEquals(3, skip.body().get("lastPage").intValue());
    assertEquals(30, skip.body().get("lastSkip").intValue());
  }

  @Test
  void aGroupOfAnyTextIsReadByTheQueryForm() {
    Reply reply = COMMENTS.front().get("/comments?group=a%20b%2F%C3%BC");
    assertEquals(List.of("odd"), reply.keys());
    String self = reply.body().at("/links/self").textValue();
    assertEquals("/comments?group=a%20b%2F%C3%BC&page=1", self);
    assertEquals(reply.text(), COMMENTS.front().get(self).text());
  }

  @Test
  void headIsGetWithoutItsBody() {
    Reply get = COMMENTS.front().get("/comments/SHIRT?page=2");
    Reply head = COMMENTS.front().send("HEAD", "/comments/SHIRT?page=2");
    assertEquals(200, head.status());
    assertEquals("", head.text());
    assertEquals(get.header("Link"), head.header("Link"));
    assertEquals(get.body().at("/page/totalItems").asText(), head.header("X-Total-Count"));
    assertEquals("", COMMENTS.front().send("HEAD", "/comments/SHIRT?page=0").text());
    assertEquals(400, COMMENTS.front().send("HEAD", "/comments/SHIRT?page=0").status());
    assertEquals("GET, HEAD", COMMENTS.front().send("POST", "/comments/SHIRT").header("Allow"));
  }

  @Test
  void theCostIsInTheHeaders() {
    String query = COMMENTS.front().get("/comments/SHIRT?page=2").header("Pagemark-Cost");
    assertEquals(
        "plan=query, index-calls=1, table-calls=1, read-units=0.5, suspects=0, discarded=0, "
            + "round-trips=1",
        query);
    String timing = COMMENTS.front().get("/comments/SHIRT").header("Server-Timing");
    assertTrue(timing.matches("index;dur=[\\d.]+, table;dur=[\\d.]+, total;dur=[\\d.]+"), timing);
  }

  @Test
  void withoutDiagnosticsThereAreNoCostHeaders() {
    Reply reply =
        COMMENTS.front(COMMENTS.listings(), InstantSource.system(), false).get("/comments/SHIRT");
    assertEquals("", reply.header("Pagemark-Cost"));
    assertEquals("", reply.header("Server-Timing"));
  }
}
