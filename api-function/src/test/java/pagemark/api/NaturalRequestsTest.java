package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.api.RequestReaderTest.assertRefused;
import static pagemark.api.RequestReaderTest.problem;
import static pagemark.api.RequestReaderTest.read;
import static pagemark.api.RequestReaderTest.reader;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.pages.Definitions;
import pagemark.pages.scope.Start;

/// Checks that requests are understood as people write them, and that the answer to a slip says
/// what was probably meant.
final class NaturalRequestsTest {
  private static final RequestReader COMMENTS = reader(Definitions.COMMENTS);

  /// The same with texts as sort values.
  private static final String NOTE_DEFINITION =
      Definitions.COMMENTS.replaceFirst("\"datetime\",\\s*\"pattern\": \"[^\"]*\"", "\"string\"");

  private static final RequestReader NOTES = reader(NOTE_DEFINITION);

  @Test
  void takesASlashAtTheEndAndEmptyParameters() {
    for (String url :
        List.of(
            "/comments/x/?page=2",
            "/comments/?group=x&page=2",
            "/comments/x?page=2&",
            "/comments/x?&&page=2",
            "/comments?group=x&&&page=2&&")) {
      ApiRequest.ForPage request = read(COMMENTS, url);
      assertEquals("x", request.scope().group().text());
      assertEquals(new Start.Numbered(2), request.start());
      assertTrue(request.given().isEmpty());
    }
    assertInstanceOf(
        ApiRequest.ForFacets.class,
        Front.request(COMMENTS, Front.event("GET", "/comments/x/facets/", Map.of())));
    assertEquals(400, problem(COMMENTS, "/comments/").status());
  }

  @Test
  void zerosBeforeANumberChangeNothing() {
    assertEquals(new Start.Numbered(7), read(COMMENTS, "/comments/x?page=007").start());
    assertEquals(new Start.Skipped(0), read(COMMENTS, "/comments/x?skip=00").start());
    assertEquals(Map.of("size", "20"), read(COMMENTS, "/comments/x?size=020").given());
    assertEquals(
        Map.of("size", "100"),
        read(COMMENTS, "/comments/x?size=" + "0".repeat(20) + "999").given());
  }

  @Test
  void shortWordsOfOrderAreRepeatedAsLongOnes() {
    for (String order : List.of("ascending", "descending")) {
      ApiRequest.ForPage request =
          read(COMMENTS, "/comments/x?order=" + order.replace("ending", ""));
      assertEquals(order, request.scope().order().text());
      assertEquals(Map.of("order", order), request.given());
    }
  }

  @Test
  void readsWindowsWithOneEndAndPrefixes() {
    ApiRequest.ForPage open = read(COMMENTS, "/comments/x?from=2024-05-01+00:00");
    assertEquals(Map.of("from", "2024-05-01 00:00"), open.given());
    ApiRequest.ForPage until = read(COMMENTS, "/comments/x?to=2024-05-01+00:00");
    assertEquals(Map.of("to", "2024-05-01 00:00"), until.given());
    ApiRequest.ForPage prefixed = read(NOTES, "/comments/x?prefix=ORDER%23");
    assertEquals(Map.of("prefix", "ORDER#"), prefixed.given());
    assertRefused(
        "prefix", "2024", "none, as the sort values of this", COMMENTS, "/comments/x?prefix=2024");
    for (String wrong : List.of("", "p".repeat(1024))) {
      Problem refused = problem(NOTES, "/comments/x?prefix=" + wrong);
      assertEquals("a text of 1 to 1023 bytes", refused.members().get("allowed"));
    }
    for (String window : List.of("from=a", "to=a", "from=a&to=b")) {
      String url = "/comments/x?prefix=p&" + window;
      assertRefused("prefix", "p", "prefix, or from and to, not both", NOTES, url);
    }
  }

  @Test
  void readsTimesOfACalendar() {
    ApiRequest.ForPage month = read(COMMENTS, "/comments/x?during=2024-05");
    assertEquals(Map.of("during", "2024-05"), month.given());
    ApiRequest.ForPage day =
        read(COMMENTS, "/comments/x?zone=Europe/Berlin&size=5&during=2024-05-01");
    assertEquals(List.of("size", "during", "zone"), List.copyOf(day.given().keySet()));
    assertEquals(Map.of("size", "5", "during", "2024-05-01", "zone", "Europe/Berlin"), day.given());
    assertRefused("during", "2024", "none, as the sort values", NOTES, "/comments/x?during=2024");
    for (String beside : List.of("from=2024-05-01", "to=2024-05-01", "prefix=p")) {
      String url = "/comments/x?during=2024&" + beside;
      String valid = beside.startsWith("p") ? "during, or prefix" : "during, or from and to";
      assertRefused("during", "2024", valid, COMMENTS, url);
      assertRefused("during", "2024", valid, COMMENTS, url.replace("/x", "/x/facets"));
    }
    for (String beside : List.of("", "from=2024-05-01&")) {
      assertRefused(
          "zone",
          "UTC",
          "a zone only together with during",
          COMMENTS,
          "/comments/x?%szone=UTC".formatted(beside));
    }
    assertMeant("Europe/Berlin", COMMENTS, "/comments/x?during=2024&zone=europe/berlin");
  }

  @Test
  void filtersThatAreCalledDuringOrZoneKeepTheirMeaning() {
    RequestReader reader = reader(Definitions.COMMENTS.replace("\"rating\": {", "\"zone\": {"));
    ApiRequest.ForPage request = read(reader, "/comments/x?zone=5,4&during=2024");
    assertEquals(Map.of("zone", "4,5", "during", "2024"), request.given());
    RequestReader other = reader(Definitions.COMMENTS.replace("\"rating\": {", "\"during\": {"));
    assertRefused("during", "2024", "one or more of 1, 2", other, "/comments/x?during=2024");
    assertRefused("zone", "UTC", "only together", other, "/comments/x?during=5&zone=UTC");
  }

  @Test
  void aFilterThatIsCalledPrefixKeepsItsMeaning() {
    RequestReader reader = reader(NOTE_DEFINITION.replace("\"rating\": {", "\"prefix\": {"));
    ApiRequest.ForPage request = read(reader, "/comments/x?prefix=5,4&from=a");
    assertEquals(Map.of("prefix", "4,5", "from", "a"), request.given());
    assertEquals(2, request.scope().selection().cells().size());
    assertRefused("prefix", "ORDER#", "one or more of 1, 2", reader, "/comments/x?prefix=ORDER%23");
  }

  @Test
  void aFilterThatIsCalledPrefixIsWarnedOfOnce() {
    Front front =
        new Front(
            new PageHandler(
                Definitions.pages(
                    Definitions.listings(
                        Definitions.COMMENTS.replace("\"rating\": {", "\"prefix\": {"), "store")),
                InstantSource.system(),
                false));
    front.get("/comments/x?page=0");
    front.get("/comments/x?page=0");
    List<JsonNode> lines = front.log().json();
    assertEquals(
        List.of("listings", "request", "request"),
        lines.stream().map(line -> line.path("event").textValue()).toList());
    assertEquals("WARN", lines.getFirst().path("level").textValue());
    assertEquals(
        "$.comments.filters.prefix has the name of a request parameter. In this listing, prefix="
            + " is the filter; rename the filter to have both",
        lines.getFirst().path("message").textValue());
  }

  @Test
  void namesNoListingIfAnyOfThemIsForItsOwnersOnly() {
    RequestReader mine =
        reader(Definitions.COMMENTS.replace("\"order\"", "\"groupClaim\": \"sub\", \"order\""));
    assertEquals(problem(mine, "/nothing/x"), problem(mine, "/comment/x"));
  }

  private static void assertMeant(String word, RequestReader reader, String url) {
    Problem problem = problem(reader, url);
    assertEquals(word, problem.members().get("suggestion"), url);
    assertTrue(problem.detail().contains("; did you mean "), url);
    assertTrue(problem.detail().endsWith(word + "?"), url);
  }
}
