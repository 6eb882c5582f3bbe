package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.pages.Definitions;

/// The parameter `bars` of facets.
final class BarsTest {
  private static final String FACETS = "/comments/x/facets?";
  private static final RequestReader COMMENTS = Front.requests(Definitions.COMMENTS);

  private static ApiRequest.ForFacets facets(RequestReader requests, String url) {
    return assertInstanceOf(
        ApiRequest.ForFacets.class, Front.request(requests, Front.event("GET", url, Map.of())));
  }

  @Test
  void asksForAsManyAsGiven() {
    assertEquals(0, facets(COMMENTS, FACETS).bars());
    assertEquals(50, facets(COMMENTS, FACETS + "bars=050").bars());
  }

  @ParameterizedTest
  @CsvSource({"0", "51", "9999999999", "''", "-1", "many"})
  void refusesMoreThanAnAnswerHas(String bars) {
    assertRefused(COMMENTS, FACETS + "bars=" + bars, "a whole number from 1 to 50");
  }

  private static void assertRefused(RequestReader requests, String url, String allowed) {
    Problem problem = Front.problem(() -> facets(requests, url));
    assertEquals(400, problem.status());
    assertTrue(problem.detail().contains(allowed), problem.detail());
  }

  @Test
  void aZoneIsThatOfTheBars() {
    assertEquals("Europe/Berlin", facets(COMMENTS, FACETS + "bars=5&zone=Europe/Berlin").zone());
    assertRefused(COMMENTS, FACETS + "bars=5&zone=Berlin", "the name of a time zone");
    assertRefused(COMMENTS, FACETS + "zone=Europe/Berlin", "only together with during or bars");
    RequestReader numbers =
        Front.requests(
            Definitions.COMMENTS.replace(
                "\"datetime\", \"pattern\": \"uuuu-MM-dd HH:mm\"", "\"number\""));
    assertRefused(numbers, FACETS + "bars=5&zone=Europe/Berlin", "none, as the sort values of");
  }

  @Test
  void isNoParameterOfPages() {
    assertRefused(COMMENTS, "/comments/x?bars=5", "there is no parameter bars");
  }

  @Test
  void textsHaveNoBars() {
    RequestReader texts =
        Front.requests(
            Definitions.COMMENTS.replace(
                "\"datetime\", \"pattern\": \"uuuu-MM-dd HH:mm\"", "\"string\""));
    assertRefused(texts, FACETS + "bars=5", "none, as the sort values of this listing are neither");
  }

  @Test
  void aFilterOfThatNameIsTheFilter() {
    RequestReader filtered =
        Front.requests(Definitions.COMMENTS.replace("\"rating\": {", "\"bars\": {"));
    ApiRequest.ForFacets asked = facets(filtered, FACETS + "bars=5");
    assertEquals(0, asked.bars());
    assertEquals(1, asked.scope().selection().cells().size());
  }
}
