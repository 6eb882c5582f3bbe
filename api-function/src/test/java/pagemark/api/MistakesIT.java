package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Requests that people write by mistake, mostly in words of other APIs: the answer names the
/// address that was meant, and that address is answered.
final class MistakesIT {
  private static final Shop SHOP = new Shop("mistakes", Definitions.COMMENTS).open();
  private static final String GROUP = "/comments/SHIRT";

  @BeforeAll
  static void fill() {
    SHOP.put(IntStream.range(0, 60).mapToObj(MistakesIT::comment).toList());
  }

  /// Comment 59 is the newest, and the first on page 1; every fifth one has five stars.
  private static Map<String, AttributeValue> comment(int i) {
    Map<String, AttributeValue> comment =
        new HashMap<>(ListedTable.comment("c" + i, "SHIRT", "2024-01-01 00:%02d".formatted(i)));
    comment.put("rating", AttributeValue.fromN("" + (i % 5 + 1)));
    return comment;
  }

  /// Each row is a mistake, the address that was meant, and the items there: the first, the last,
  /// and how many there are on all pages.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ?_page=2&_limit=5                         | ?page=2&size=5                  | c54 c50 60
          ?$top=5&$skip=10                          | ?size=5&skip=10                 | c49 c45 60
          ?page=2&limit=5&numbering=stable          | ?page=2&size=5&numbering=stable | c9 c5 60
          ?page=-1                                  | ?page=1                         | c59 c40 60
          ?page=1.5                                 | ?page=1                         | c59 c40 60
          ?page=00                                  | ?page=1                         | c59 c40 60
          ?p=3                                      | ?page=3                         | c19 c0 60
          ?limit=10                                 | ?size=10                        | c59 c50 60
          ?offset=20                                | ?skip=20                        | c39 c20 60
          ?_start=20&_limit=10                      | ?skip=20&size=10                | c39 c30 60
          ?per_page=10                              | ?size=10                        | c59 c50 60
          ?pageSize=10                              | ?size=10                        | c59 c50 60
          ?page_size=10                             | ?size=10                        | c59 c50 60
          ?page%5Bnumber%5D=2                       | ?page=2                         | c39 c20 60
          ?page%5Bnumber%5D=2&page%5Bsize%5D=5      | ?page=2&size=5                  | c54 c50 60
          ?sort=-SK                                 | ?order=descending               | c59 c40 60
          ?sort=desc                                | ?order=descending               | c59 c40 60
          ?order=DESC                               | ?order=descending               | c59 c40 60
          ?orderBy=SK                               |                                 | c59 c40 60
          ?ratings=5                                | ?rating=5                       | c59 c4 12
          ?rating=5&rating=4&limit=5                | ?rating=5%2C4&size=5            | c59 c49 24
          ?rating%5B%5D=5                           | ?rating=5                       | c59 c4 12
          ?rating=5.0                               | ?rating=5                       | c59 c4 12
          ?Rating=5                                 | ?rating=5                       | c59 c4 12
          ?rating=OTHER,5                           | ?rating=other%2C5               | c59 c4 12
          ?filter=rating:5                          | ?rating=5                       | c59 c4 12
          ?filters%5Brating%5D=5                    | ?rating=5                       | c59 c4 12
          ?at=13/04/2024                            | ?at=2024-04-13%2000%3A00        | c59 c40 60
          ?at=02.01.2024                            | ?at=2024-01-02%2000%3A00        | c59 c40 60
          ?at=1704067200                            | ?at=2024-01-01%2000%3A00        | c19 c0 60
          ?since=2024-01-01                         | ?from=2024-01-01                | c59 c40 60
          ?size=all                                 | ?size=100                       | c59 c0 60
          ?utm_source=x                             |                                 | c59 c40 60
          ?count=true&page=2                        | ?page=2                         | c39 c20 60
          """)
  void theAddressThatWasMeantIsTold(String query, String meant, String items) throws Exception {
    Reply page = assertSuggested(GROUP + (meant == null ? "" : meant), GROUP + query);
    assertEquals(items, firstLastAndTotal(page.body()), page.text());
  }

  private static String firstLastAndTotal(JsonNode page) {
    JsonNode items = page.path("items");
    return "%s %s %d"
        .formatted(
            items.path(0).path("PK").asText(),
            items.path(items.size() - 1).path("PK").asText(),
            page.at("/page/totalItems").intValue());
  }

  private static Reply assertSuggested(String meant, String url) throws Exception {
    Reply refused = SHOP.front().get(url);
    assertTrue(refused.status() == 400 || refused.status() == 404, refused.text());
    assertEquals(meant, refused.body().at("/links/suggested").asText(), refused.text());
    Reply page = SHOP.front().get(meant);
    assertEquals(200, page.status(), meant);
    return page;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /comments?PK2=SHIRT                | /comments/SHIRT
          /comments?PK2=a%20b&limit=5        | /comments?group=a%20b&size=5
          /comments/SHIRT/BLUE               | /comments?group=SHIRT%2FBLUE
          /Comments/SHIRT                    | /comments/SHIRT
          /api/comments/SHIRT?page=2         | /comments/SHIRT?page=2
          /comments/SHIRT/2?limit=5          | /comments?group=SHIRT%2F2&size=5
          /comments/SHIRT/facets?bars=5&Rating=5 | /comments/SHIRT/facets?bars=5&rating=5
          """)
  void aPathThatIsNearlyRightIsMended(String url, String meant) throws Exception {
    assertSuggested(meant, url);
  }

  /// One of the parameters is not understood, or may mean two things.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "page=2&q=shirt",
        "after=AWjy6",
        "cursor=abc",
        "item=",
        "limit=5&fields=PK,rating",
        "limit=5&tags=java",
        "ratings=9",
        "rating_gte=4",
        "rating!=4",
        "rating%3E=4",
        "rating_gt=4",
        "minRating=4",
        "not%5Brating%5D=5",
        "exclude=rating:5",
        "filter=rating:!5",
        "filter%5Bsize%5D=10",
        "SK%5Bfrom%5D=2024-01-01",
        "date%3E=2024-01-10",
        "%D1%86%D0%B5%D0%BD%D0%B0=5&limit=10",
        "=java&limit=5",
        "startIndex=1",
        "pageIndex=1",
        "endDate=2024-05-31",
        "at=31.04.2024",
        "rating=4-5",
        "at=01/02/2024",
        "page=2&at=2024-01-01+00:00",
        "page=1&page=2",
        "page=abc",
        "limit=5&group=MUG",
        "limit=5&x=%zz",
        "sort=price"
      })
  void whatIsNotUnderstoodHasNoAddress(String query) {
    Reply refused = SHOP.front().get(GROUP + "?" + query);
    assertEquals(400, refused.status(), refused.text());
    assertTrue(refused.body().at("/links/suggested").isMissingNode(), refused.text());
  }

  @Test
  void theLastPageHasItsNumber() {
    Reply last = SHOP.front().get(GROUP + "?size=25&page=last");
    assertEquals(200, last.status(), last.text());
    assertEquals(3, last.body().at("/page/number").intValue());
    assertEquals(SHOP.front().get(GROUP + "?size=25&page=3").text(), last.text());
    assertEquals(
        1, SHOP.front().get("/comments/NONE?page=last").body().at("/page/number").intValue());
    Reply stable = SHOP.front().get(GROUP + "?page=last&numbering=stable");
    assertEquals(1, stable.body().at("/page/number").intValue());
  }

  /// A refusal is found as quickly for a long value, and is the same but for the value.
  @Test
  void longValuesAreRefusedAsShortOnes() {
    for (String each : List.of("T", "x", "5,", "1", "-", "[", "%20")) {
      for (String name : List.of("from", "rating", "page", "sort", "limit", "x", "filter")) {
        String url = GROUP + "?" + name + "=";
        Reply some = SHOP.front().get(url + each.repeat(102));
        Reply many = SHOP.front().get(url + each.repeat(49_000 / each.length()));
        assertEquals(some.status(), many.status(), url + each);
        assertEquals(some.text(), many.text(), url + each);
      }
    }
  }

  /// Without a group nobody knows what was meant.
  @Test
  void nothingIsSuggestedThatIsNoRequest() {
    for (String url :
        List.of("/comments", "/comments?page=2", "/nothing/x", "/", "/a/b/comments/x")) {
      Reply reply = SHOP.front().get(url);
      assertTrue(reply.status() == 400 || reply.status() == 404, reply.text());
      assertTrue(reply.body().at("/links").isMissingNode(), reply.text());
    }
  }

  @Test
  void theLongestMistakesAreAnswered() {
    for (String piece : List.of("x:", "rating%5B%5D=5&", "%5B", "5,", "4-5,", "a=b&", "/x")) {
      String query = piece.repeat(49_000 / piece.length());
      for (String url : List.of(GROUP + "?filter=" + query, GROUP + "?" + query, GROUP + query)) {
        int status = SHOP.front().get(url).status();
        assertTrue(status == 400 || status == 404 || status == 200, () -> piece + " " + status);
      }
    }
  }

  /// The group of a listing with a claim is the caller's own, or there is nothing.
  @Test
  void nothingIsToldOfGroupsOfOthers() {
    Front mine =
        SHOP.front(
            Definitions.listings(
                Definitions.COMMENTS.replace("\"order\"", "\"groupClaim\": \"sub\", \"order\""),
                SHOP.table()),
            InstantSource.system(),
            false);
    String nothing = mine.get("/nothing/x").text();
    for (String url : List.of("/comments/SHIRT?limit=5", "/Comments/SHIRT", "/comments/SHIRT/2")) {
      assertEquals(nothing, mine.get(url).text(), url);
    }
  }
}
