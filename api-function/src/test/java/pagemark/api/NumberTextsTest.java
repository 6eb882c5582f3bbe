package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.pages.Definitions;
import pagemark.pages.result.Page;

/// Numbers in requests, for a listing whose group, sort and key are numbers.
final class NumberTextsTest {
  private static final String NUMBERS =
      Definitions.RATINGS
          .replace("\"integer\"", "\"number\"")
          .replace("\"PK\" }", "\"id\", \"type\": \"number\" }");
  private static final RequestReader REQUESTS = Front.requests(NUMBERS);

  private static String self(String url) {
    ApiRequest.ForPage asked = Front.pageRequest(REQUESTS, url);
    Page page = AnswerTest.page(asked, 61L);
    return Objects.toString(Links.of(page, asked.given()).byRelation().get("self"));
  }

  @ParameterizedTest
  @CsvSource({
    "/ratings/7.50?at=10.50, /ratings/7.5?at=10.5",
    "/ratings/07?at=-0, /ratings/7?at=0",
    "/ratings?group=7.00&item=00012.0, /ratings/7?item=12",
    "/ratings/7?from=1.0&to=2.50&page=1, '/ratings/7?page=1&from=1&to=2.5'"
  })
  void needlessZerosAreUnderstoodAndLinksHaveNone(String url, String self) {
    assertEquals(self, self(url));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e3", "0x10", "1,5", "ten", ".5", "5.", "--5"})
  void whatIsNoDecimalIsRefused(String number) {
    Problem problem = Front.problem(() -> self("/ratings/7?at=" + number));
    assertEquals(400, problem.status());
    assertTrue(problem.detail().contains("a number of up to 38 digits"), problem.detail());
  }

  /// Two texts of one number may be the names of two users.
  @Test
  void aClaimIsNoOtherTextOfTheGroup() {
    RequestReader mine =
        Front.requests(
            NUMBERS.replace("\"attributes\"", "\"groupClaim\": \"sub\", \"attributes\""));
    Map<String, String> claims = Map.of("sub", "07");
    Problem problem =
        Front.problem(() -> Front.request(mine, Front.event("GET", "/ratings/07", claims)));
    assertEquals(404, problem.status());
  }
}
