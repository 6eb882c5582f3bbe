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
    return "%s, %s".formatted(calls, units(units));
  }

  private static String units(double units) {
    String shown = String.format(Locale.ROOT, "%.1f", units).replaceFirst("\\.0$", "");
    return "%s read unit%s".formatted(shown, units == 1 ? "" : "s");
  }

  private static double width(String lane) {
    return screen.find(lane + " .bar-fill").getRect().getWidth();
  }

  private static void openDetails() {
    if (!screen.find("#proof-more").isDisplayed()) {
      screen.click("[data-key=details]");
    }
  }

  @Test
  void beforeARaceTheLeastIsCalculated() throws Exception {
    screen.open(OPEN_GROUP + "&page=4&size=10");
    assertEquals(
        "Page 4: 4 calls by DynamoDB alone against 2 by Pagemark", screen.text(".proof-line"));
    openDetails();
    assertEquals("DynamoDB alone\nat least 4 calls, 2 read units", screen.text(ALONE));
    double units = Double.parseDouble(screen.text(".pair:last-child dd"));
    assertEquals("Pagemark\n" + told("2 calls", units), screen.text(PAGEMARK));
    assertEquals(0.5, width(PAGEMARK) / width(ALONE), 0.02);
    assertTrue(screen.text(".proof-how").startsWith("Calculated"), screen.text(".proof-how"));
  }

  /// DynamoDB alone reads page 1 as fast.
  @Test
  void page1TellsOfTheLastPageAndRacesToIt() throws Exception {
    String last = pages("");
    for (String page : List.of("", "&page=2")) {
      screen.open(OPEN_GROUP + page);
      assertEquals(
          "Page %s: %s calls by DynamoDB alone against 2 by Pagemark".formatted(last, last),
          screen.text(".proof-line"));
    }
    race();
    int items = screen.api(API).at("/page/totalItems").intValue();
    String how = screen.text(".proof-how");
    assertTrue(how.contains("DynamoDB alone read %d items".formatted(items)), how);
    assertTrue(how.contains("Pagemark %d in".formatted((items - 1) % 20 + 1)), how);
    assertTrue(screen.text(".proof-line").startsWith("Page %s: %s calls".formatted(last, last)));
  }

  /// What also reads what does not match takes more than there are pages: that is no answer.
  @Test
  void aBoundHasNoBarUntilARace() {
    screen.open(OPEN_GROUP + "&rating=5&language=en&page=3&size=10");
    assertTrue(screen.text(".proof-line").startsWith("Page 3: 3+ calls by DynamoDB alone"));
    openDetails();
    assertTrue(screen.text(".proof-how").contains("also reads what does not match"));
    assertEquals(0, width(ALONE) + width(PAGEMARK));
    race();
    assertTrue(width(ALONE) > width(PAGEMARK), "after the race");
    assertTrue(width(PAGEMARK) > 0, "after the race");
  }

  @Test
  void aListOfOnePageHasNoProofAndNoTimeLine() {
    screen.open(OPEN_GROUP + "&from=2024-05-01 00:00");
    assertEquals(List.of(), screen.all(".proof-line"));
    assertEquals(List.of(), screen.all("[data-key=race]"));
    assertEquals(0, screen.find("#timeline").getRect().getHeight());
    openDetails();
    assertTrue(screen.text("#proof-more").startsWith("Answered in"), screen.text("#proof-more"));
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
  void whatNoQueryReturnsIsHeldAgainstAScan() throws Exception {
    screen.open("?listing=everything&page=2");
    JsonNode scan = screen.api("/local/listings").at("/listings/2/scan");
    double units = scan.path("units").doubleValue();
    assertTrue(units > 10, scan::toString);
    String line = screen.text(".proof-line");
    String read = units(units);
    assertTrue(line.startsWith("Any page: a scan of %s by DynamoDB".formatted(read)), line);
    assertTrue(line.matches(".* against [\\d.]+ by Pagemark"), line);
    openDetails();
    assertTrue(screen.text(ALONE).endsWith(", " + read), screen.text(ALONE));
    assertTrue(width(ALONE) > width(PAGEMARK));
    assertTrue(width(PAGEMARK) > 0);
    assertTrue(screen.text(".proof-how").contains("would read the whole table"));
    assertEquals(List.of(), screen.all("[data-key=race]"));
    try (CopiedPage copy = CopiedPage.of(scene.stack().url())) {
      screen.browser().driver().get(copy.url() + OPEN_GROUP + "&page=3");
      screen.idle();
      assertTrue(screen.text(".proof-line").startsWith("Page 3: 3 calls by DynamoDB alone"));
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
            const [cost, readOnly, done] = arguments;
            const headers = new Headers({ "Pagemark-Cost": cost });
            const links = { self: "/comments?page=42" };
            const page = { number: 42, size: 20, totalPages: 90 };
            const answer = { headers, items: [{}], page, links };
            const context = { state: { filters: {} }, listing: { alone: "query", readOnly } };
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
    openDetails();
    show("plan=query, index-calls=1, table-calls=1, read-units=1.0, index-read-units=4.0", true);
    assertEquals("Pagemark\n2 calls, 5 read units", screen.text(PAGEMARK));
    assertEquals("Race, for at most 300 read units", screen.text("[data-key=race]"));
    show("plan=query, index-calls=1, table-calls=1, read-units=1.0", false);
    assertEquals("Pagemark\n2 calls, 1 read unit", screen.text(PAGEMARK));
    assertEquals("Race", screen.text("[data-key=race]"));
    assertFalse(screen.text(ALONE).contains("about"));
  }

  /// As on a deployed API, whose answers have no such headers.
  @Test
  void withoutCostsTheRequestStaysAndNoHole() {
    screen.open(OPEN_GROUP);
    show("", false);
    assertEquals("The same as JSON\nCopy as", screen.text("#proof").replaceAll(" *\\n *", "\n"));
    String json = screen.find("#proof .json").getDomAttribute("href");
    assertEquals("/comments?page=42", json);
    assertTrue(screen.find("#proof").getRect().getHeight() <= 48, "one line");
  }
}
