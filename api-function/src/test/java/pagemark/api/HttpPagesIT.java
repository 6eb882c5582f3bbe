package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;

/// What the headers of a page say.
final class HttpPagesIT {
  private static final Shop COMMENTS = new Shop("http-pages", Definitions.COMMENTS).open();

  @BeforeAll
  static void fill() {
    COMMENTS.put(
        IntStream.range(0, 50)
            .mapToObj("%02d"::formatted)
            .map(i -> Shop.comment("shirt" + i, "SHIRT", "2024-05-01 00:" + i))
            .toList());
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
