package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Reads the page's proof in Chromium, and lets DynamoDB alone race against Pagemark.
@Nightly
@TakesLong(nightly = 30)
final class WebPageProofIT extends PageTest {
  private static final String OPEN_GROUP = "?listing=comments&group=DAFT_PUNK_TSHIRT";
  private static final String ALONE = ".lane:first-child";
  private static final String PAGEMARK = ".lane:last-child";

  @BeforeAll
  static void start() {
    startStack(900);
  }

  /// The last line of a walk that the test asks for itself.
  private static JsonNode walk(int size, long items, String filters) throws Exception {
    String body =
        """
        {"listing": "comments", "group": ["DAFT_PUNK_TSHIRT"], "size": %d, "items": %d, "filters": %s}
        """
            .formatted(size, items, filters);
    HttpRequest request =
        HttpRequest.newBuilder(scene.stack().url().resolve("/local/race"))
            .POST(BodyPublishers.ofString(body))
            .build();
    String lines = scene.http().send(request, BodyHandlers.ofString()).body().strip();
    return new JsonMapper().readTree(lines.substring(lines.lastIndexOf('\n') + 1));
  }

  private static void race() {
    screen.click("[data-key=race]");
    screen.await(".proof-how", "Measured");
  }

  private static String told(String calls, double units) {
    String shown = String.format(Locale.ROOT, "%.1f", units).replaceFirst("\\.0$", "");
    return "%s, %s read unit%s".formatted(calls, shown, units == 1 ? "" : "s");
  }

  @Test
  void beforeARaceTheLeastIsCalculated() throws Exception {
    screen.open(OPEN_GROUP + "&page=4&size=10");
    assertEquals("Page 4 of " + pages("&size=10"), screen.text(".proof-page"));
    assertEquals("DynamoDB alone\nat least 4 calls, 2 read units", screen.text(ALONE));
    double units = Double.parseDouble(screen.text(".cost .pair:last-child dd"));
    assertEquals("Pagemark\n" + told("2 calls", units), screen.text(PAGEMARK));
    assertTrue(screen.text(".proof-how").startsWith("Calculated"), screen.text(".proof-how"));
    screen.open(OPEN_GROUP);
    assertTrue(screen.text(".proof-how").contains("page 1 as fast, but cannot say that there are"));
    screen.open(OPEN_GROUP + "&rating=5");
    assertTrue(screen.text(".proof-how").contains("also reads what does not match"));
  }

  private static String pages(String parameters) throws Exception {
    return screen
        .api("/comments?group=DAFT_PUNK_TSHIRT" + parameters)
        .at("/page/totalPages")
        .asText();
  }

  @Test
  void aRaceMeasuresBoth() throws Exception {
    screen.open(OPEN_GROUP + "&page=7");
    race();
    JsonNode walk = walk(20, 140, "{}");
    assertEquals(7, walk.path("calls").intValue());
    double units = walk.path("units").doubleValue();
    assertEquals("DynamoDB alone\n" + told("7 calls", units), screen.text(ALONE));
    assertTrue(screen.text(PAGEMARK).startsWith("Pagemark\n2 calls, "), screen.text(PAGEMARK));
    String how = screen.text(".proof-how");
    assertTrue(how.contains("DynamoDB alone read 140 items in "), how);
    assertTrue(how.contains("Both read eventually consistently."), how);
    scene.assertAccessible("after a race");
    screen.click("[data-key=next]");
    assertTrue(screen.text(".proof-how").startsWith("Calculated"));
  }

  @Test
  void aRaceOfMoreThanAHundredCallsIsCalculatedToItsEnd() {
    screen.open(OPEN_GROUP + "&page=120&size=1");
    race();
    assertTrue(
        screen.text(ALONE).startsWith("DynamoDB alone\nabout 120 calls, 60 read units"),
        screen.text(ALONE));
    String how = screen.text(".proof-how");
    assertTrue(how.startsWith("Measured for 100 calls, the rest calculated."), how);
  }

  @Test
  void whatNoQueryReturnsIsNotRaced() throws Exception {
    screen.open("?listing=everything&page=2");
    assertTrue(screen.text(".proof-how").contains("would read the whole table"));
    assertEquals(List.of(), screen.all("[data-key=race]"));
    try (CopiedPage copy = CopiedPage.of(scene.stack().url())) {
      screen.browser().driver().get(copy.url() + OPEN_GROUP + "&page=3");
      screen.idle();
      assertEquals("DynamoDB alone\nat least 3 calls, 1.5 read units", screen.text(ALONE));
      assertEquals(List.of(), screen.all("[data-key=race]"));
      assertEquals("", screen.text("#documents"));
    }
  }

  /// Shows the proof of an answer with these costs, for a table that is tried or not.
  private static void show(String cost, boolean isTried) {
    screen
        .browser()
        .driver()
        .executeAsyncScript(
            """
            const [cost, isTried, done] = arguments;
            const headers = new Headers({ "Pagemark-Cost": cost });
            const answer = { headers, items: [{}], page: { number: 42, size: 20, totalPages: 90 } };
            const context = { state: { filters: {} }, listing: { alone: "query", isTried } };
            import("/local/page/proof.js").then(({ showProof }) => {
              showProof(document.getElementById("proof"), context, answer, { race: () => {} });
              done();
            });
            """,
            cost,
            isTried);
  }

  @Test
  void anIndexInDynamoDbCountsAndATriedTableHasItsPrice() {
    screen.open(OPEN_GROUP);
    show("plan=query, index-calls=1, table-calls=1, read-units=1.0, index-read-units=4.0", true);
    assertEquals("Pagemark\n2 calls, 5 read units", screen.text(PAGEMARK));
    assertEquals("Race, for at most 300 read units", screen.text("[data-key=race]"));
    show("plan=query, index-calls=1, table-calls=1, read-units=1.0", false);
    assertEquals("Pagemark\n2 calls, 1 read unit", screen.text(PAGEMARK));
    assertEquals("Race", screen.text("[data-key=race]"));
    assertFalse(screen.text(ALONE).contains("about"));
  }
}
