package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;

/// Requests that people write by mistake, mostly in words of other APIs: the answer names the
/// address that was meant, and that address is answered.
final class MistakesIT {
  private static final Shop SHOP = new Shop("mistakes", Definitions.COMMENTS).open();
  private static final String GROUP = "/comments/SHIRT";

  @BeforeAll
  static void fill() {
    SHOP.put(
        IntStream.range(0, 60)
            .mapToObj(i -> ListedTable.comment("c" + i, "SHIRT", "2024-01-01 00:%02d".formatted(i)))
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ?page=last                                | ?order=ascending&page=1
          ?page=-1                                  | ?page=1
          ?page=1.5                                 | ?page=1
          ?page=00                                  | ?page=1
          ?p=3                                      | ?page=3
          ?limit=10                                 | ?size=10
          ?offset=20                                | ?skip=20
          ?_start=20&_limit=10                      | ?skip=20&size=10
          ?per_page=10                              | ?size=10
          ?pageSize=10                              | ?size=10
          ?page_size=10                             | ?size=10
          ?page%5Bnumber%5D=2                       | ?page=2
          ?page%5Bnumber%5D=2&page%5Bsize%5D=5      | ?page=2&size=5
          ?sort=-SK                                 | ?order=descending
          ?sort=desc                                | ?order=descending
          ?order=DESC                               | ?order=descending
          ?orderBy=SK                               |
          ?q=shirt                                  |
          ?rating=5&rating=4                        | ?rating=5%2C4
          ?rating%5B%5D=5                           | ?rating=5
          ?rating=4-5                               | ?rating=4%2C5
          ?rating=gte.4                             | ?rating=4%2C5
          ?rating=5.0                               | ?rating=5
          ?Rating=5                                 | ?rating=5
          ?rating=OTHER,5                           | ?rating=other%2C5
          ?filter=rating:5                          | ?rating=5
          ?filters%5Brating%5D=5                    | ?rating=5
          ?at=01/02/2024                            | ?at=2024-01-02%2000%3A00
          ?at=1704067200                            | ?at=2024-01-01%2000%3A00
          ?from=2024-05-01+00:00&to=2024-04-01+00:00| ?from=2024-04-01%2000%3A00&to=2024-05-01%2000%3A00
          ?since=2024-01-01                         | ?from=2024-01-01%2000%3A00
          ?after=AWjy6                              |
          ?cursor=abc                               |
          ?item=                                    |
          ?size=all                                 | ?size=100
          ?page=2&at=2024-01-01+00:00               | ?page=2
          ?utm_source=x                             |
          ?count=true&page=2                        | ?page=2
          ?fields=PK,rating                         |
          """)
  void theAddressThatWasMeantIsTold(String query, String meant) throws Exception {
    assertSuggested(GROUP + (meant == null ? "" : meant), GROUP + query);
  }

  private static void assertSuggested(String meant, String url) throws Exception {
    Reply refused = SHOP.front().get(url);
    assertTrue(refused.status() == 400 || refused.status() == 404, refused.text());
    assertEquals(meant, refused.body().at("/links/suggested").asText(), refused.text());
    assertEquals(200, SHOP.front().get(meant).status(), meant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /comments?PK2=SHIRT                | /comments/SHIRT
          /comments?PK2=a%20b&limit=5        | /comments?group=a%20b&size=5
          /comments/SHIRT/BLUE               | /comments/SHIRT
          /Comments/SHIRT                    | /comments/SHIRT
          /api/comments/SHIRT?page=2         | /comments/SHIRT?page=2
          /comments/SHIRT/2                  | /comments/SHIRT?page=2
          /comments/SHIRT/count              | /comments/SHIRT
          /comments/SHIRT/facets?Rating=5    | /comments/SHIRT/facets?rating=5
          """)
  void aPathThatIsNearlyRightIsMended(String url, String meant) throws Exception {
    assertSuggested(meant, url);
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
