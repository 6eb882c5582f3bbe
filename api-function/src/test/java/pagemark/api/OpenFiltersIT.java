package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Broken;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages and facets of posts by tag, with a declared filter and two open ones.
final class OpenFiltersIT {
  private static final Shop POSTS =
      new Shop(
              "open-filters",
              """
              { "posts": {
                  "table": "${TABLE_NAME}",
                  "group": { "attribute": "tags", "each": true },
                  "sort":  { "attribute": "at", "type": "integer" },
                  "key":   [ { "attribute": "PK" } ],
                  "filters": {
                    "state":  { "attribute": "state", "values": ["OPEN", "DONE"] },
                    "author": { "attribute": "author", "values": "any" },
                    "tag":    { "attribute": "tags", "values": "any", "each": true }
                  },
                  "attributes": ["PK"] } }
              """)
          .open();

  /// Every second post is open, every third one is of `Rita, Inc.`, every fourth one has `sql`.
  @BeforeAll
  static void fill() {
    POSTS.put(IntStream.range(0, 24).mapToObj(OpenFiltersIT::post).toList());
  }

  private static Map<String, AttributeValue> post(int i) {
    Map<String, AttributeValue> post = new HashMap<>();
    post.put("PK", fromS("post" + i));
    post.put("at", fromN(Integer.toString(i)));
    post.put("state", fromS(i % 2 == 0 ? "OPEN" : "DONE"));
    post.put("author", i % 3 == 0 ? fromS("Rita, Inc.") : fromN(i + ".0"));
    post.put(
        "tags", fromL(i % 4 == 0 ? List.of(fromS("java"), fromS("sql")) : List.of(fromS("java"))));
    return post;
  }

  private static void assertPage(List<String> keys, int total, String url) {
    Reply reply = POSTS.front().get(url);
    assertEquals(keys, reply.keys(), url);
    assertEquals(total, reply.body().at("/page/totalItems").intValue(), url);
  }

  @Test
  void aPostIsOnThePagesOfEachTag() {
    assertPage(List.of("post22", "post23"), 24, "/posts/java?page=12&size=2");
    assertPage(List.of("post4", "post8"), 6, "/posts/sql?skip=1&size=2");
    assertPage(List.of("post8"), 6, "/posts?group=sql&item=post8&size=1");
    assertPage(List.of(), 0, "/posts/cobol");
    assertEquals(404, POSTS.front().get("/posts/sql?item=post1").status());
  }

  @Test
  void aValueGoesTogetherWithEverythingElse() {
    String rita = "/posts/java?author=Rita,%20Inc.&size=2";
    assertPage(List.of("post0", "post3"), 8, rita);
    assertPage(List.of("post12", "post18"), 4, rita + "&state=OPEN&page=2");
    assertPage(List.of("post9", "post6"), 2, rita + "&order=desc&from=6&to=12");
    assertPage(List.of("post5"), 1, "/posts/java?author=5");
    assertPage(List.of("post0", "post4"), 6, "/posts/java?tag=sql&size=2");
    assertPage(List.of(), 0, "/posts/java?author=nobody");
    Reply first = POSTS.front().get(rita);
    assertPage(
        List.of("post6", "post9"),
        8,
        rita + "&cursor=" + first.body().at("/cursors/after").asText());
    assertTrue(
        first
            .header("Link")
            .contains("</posts/java?size=2&author=Rita%2C%20Inc.>; rel=\"canonical\""));
  }

  @Test
  void facetsCountTheDeclaredValuesOfAnOpenOne() {
    assertEquals(
        """
        {"totalItems":8,"facets":{"state":{"OPEN":4,"DONE":4,"other":0}},"means":{}}\
        """,
        POSTS.front().get("/posts/java/facets?author=Rita,%20Inc.").text());
    assertEquals(
        """
        {"totalItems":2,"facets":{"state":{"OPEN":2,"DONE":0,"other":0}},"means":{}}\
        """,
        POSTS.front().get("/posts/sql/facets?author=Rita,%20Inc.&state=OPEN").text());
    assertEquals(400, POSTS.front().get("/posts/sql/facets?author=a&tag=b").status());
  }

  @Test
  void withoutTheIndexThereAreNoPages() {
    Front broken = POSTS.front(Broken.down());
    for (String url : List.of("/posts/java", "/posts/java?author=5", "/posts/java/facets")) {
      assertEquals(503, broken.get(url).status(), url);
    }
  }
}
