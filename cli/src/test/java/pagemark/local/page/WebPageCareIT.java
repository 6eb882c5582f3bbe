package pagemark.local.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.local.LocalHttp;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks in Chromium what makes the page easy to use: code to copy, filters in reach, folded
/// texts, slow and lost answers, mistakes in its own words, and the documents.
@Nightly
@TakesLong(nightly = 40)
final class WebPageCareIT extends PageTest {
  private static final String OPEN_GROUP = "?listing=comments&group=DAFT_PUNK_TSHIRT";

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", fromS("longish"),
            "PK2", fromS("LONG"),
            "SK", fromS("2024-01-01 10:00"),
            "title", fromS("Long"),
            "text", fromS("All about a shirt. ".repeat(80)));
    scene.stack().client().putItem(put -> put.tableName("comments").item(item));
    LocalHttp.awaitIndexed(scene.stack().url().getPort());
  }

  /// Runs a command, and returns what it prints.
  private String run(String... command) throws Exception {
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    int status = process.waitFor();
    String text = Files.readString(printed);
    assertEquals(0, status, text);
    return text;
  }

  private String code(String kind, String file) throws Exception {
    String code =
        String.valueOf(
            Objects.requireNonNull(
                screen
                    .browser()
                    .driver()
                    .executeAsyncScript(
                        """
                        const [kind, done] = arguments;
                        navigator.clipboard.writeText = (code) => done(code);
                        document.querySelector(".same .copy").open = true;
                        document.querySelector(`[data-key="copy-${kind}"]`).click();
                        """,
                        kind)));
    Files.writeString(folder.resolve(file), code);
    return code;
  }

  /// Each kind of code is run as it is copied, and answers the items that the page shows.
  @Test
  void copiedCodeAnswersThePage() throws Exception {
    screen.open(OPEN_GROUP + "&page=2&size=3&rating=4,5&order=ascending&from=2020-01-01 00:00");
    List<String> items = screen.items();
    assertEquals(3, items.size());
    try (InputStream client = WebPage.Files.class.getResourceAsStream("client.js")) {
      Files.write(folder.resolve("client.js"), Objects.requireNonNull(client).readAllBytes());
    }
    code("curl", "curl.sh");
    assertNames(items, run("sh", "curl.sh"));
    code("Java", "Page.java");
    assertNames(
        items,
        run(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "Page.java"));
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    code("fetch", "fetch.js");
    code("client.js", "page.js");
    if (Browser.onPath("node").isPresent()) {
      assertNames(items, run("node", "fetch.js"));
      assertNames(items, run("node", "page.js"));
    }
    String react = code("React", "Page.jsx");
    assertTrue(react.contains(", \"DAFT_PUNK_TSHIRT\", { page: \"2\", size: \"3\""), react);
    assertTrue(react.contains("rating: [\"4\", \"5\"]"), react);
    screen.await(".copied", "Copied");
    scene.assertAccessible("copied");
  }

  /// The text of the file that is saved.
  private static String exported(String kind) {
    return String.valueOf(
        screen
            .browser()
            .driver()
            .executeAsyncScript(
                """
                const [kind, done] = arguments;
                const make = URL.createObjectURL;
                URL.createObjectURL = (file) => {
                  file.text().then(done);
                  return make(file);
                };
                document.querySelector("#export details").open = true;
                document.querySelector(`[data-key="export-${kind}"]`).click();
                """,
                kind));
  }

  @Test
  void allThatMatchIsExported() throws Exception {
    screen.open(OPEN_GROUP + "&page=2&size=3&rating=4");
    JsonNode all = screen.api(API + "&rating=4&size=100&order=descending").path("items");
    List<String> lines = exported("jsonl").lines().toList();
    assertEquals(all.size(), lines.size());
    assertEquals(all.path(5), new JsonMapper().readTree(lines.get(5)));
    screen.await("#export [role=status]", "%d of %d, saved".formatted(all.size(), all.size()));
    screen.open(OPEN_GROUP + "&rating=4");
    List<String> rows = exported("csv").lines().toList();
    assertEquals(all.size() + 1, rows.size());
    assertEquals("PK,SK,PK2,rating,language,title,text,others", rows.getFirst());
    assertTrue(rows.get(1).startsWith(all.path(0).path("PK").asText() + ","), rows.get(1));
  }

  /// Only `browse` drafts listings: nothing is there to keep otherwise.
  @Test
  void aDraftedDefinitionIsSavedAndCopied() {
    screen.open(OPEN_GROUP);
    assertEquals("", screen.text("#keep"));
    screen
        .browser()
        .driver()
        .executeAsyncScript(
            """
            const done = arguments[0];
            import("/local/page/frame.js").then((page) => {
              page.showFooter({ definition: '{ "a": "%" }' });
              done();
            });
            """);
    WebElement save = screen.find("#keep a");
    assertEquals("listings.json", save.getDomAttribute("download"));
    assertEquals(
        "data:application/json;charset=utf-8,%7B%20%22a%22%3A%20%22%25%22%20%7D",
        save.getDomAttribute("href"));
    assertEquals("Copy definition", screen.text("#keep button"));
    scene.assertAccessible("a drafted definition");
  }

  private static void assertNames(List<String> items, String printed) {
    items.forEach(item -> assertTrue(printed.contains(item), printed));
  }

  @Test
  void filtersStayInReachOfTheLastItem() {
    screen.open(OPEN_GROUP);
    for (int width : List.of(1280, 390)) {
      screen.browser().resize(width, 844);
      screen.browser().run("scrollTo(0, document.body.scrollHeight)");
      String css = width == 1280 ? "input[name=rating]" : "#refine-toggle";
      screen.browser().await().until(_ -> Boolean.TRUE.equals(isInSight(css)));
      assertTrue(screen.find(css).isDisplayed());
    }
  }

  private static Object isInSight(String css) {
    return screen
        .browser()
        .run(
            "const { top, bottom } = arguments[0].getBoundingClientRect();"
                + " return scrollY > 300 && top >= 0 && bottom <= innerHeight",
            screen.find(css));
  }

  @Test
  void longTextsFold() {
    screen.open("?listing=comments&group=LONG");
    WebElement text = screen.find(".card-text");
    int folded = text.getRect().getHeight();
    assertTrue(screen.text(".fold").startsWith("More"), screen.text(".fold"));
    screen.click(".fold");
    assertTrue(text.getRect().getHeight() > 2 * folded, folded + " pixels");
    assertEquals("true", screen.find(".fold").getDomAttribute("aria-expanded"));
    screen.click(".fold");
    assertEquals(folded, text.getRect().getHeight());
    screen.open(OPEN_GROUP);
    assertEquals(List.of(), screen.all(".fold"));
  }

  private static String progress() {
    return screen.find(".progress").getCssValue("visibility");
  }

  @Test
  void aSlowPageShowsThatItIsOnItsWay() {
    screen.open(OPEN_GROUP + "&size=5");
    assertEquals("hidden", progress());
    screen.browser().slow(1_500);
    try {
      screen.find("[data-key=next]").click();
      screen.browser().await().until(_ -> progress().equals("visible"));
      assertEquals("0.3s", screen.find(".progress").getCssValue("animation-delay"));
      assertEquals("true", screen.find("#results").getDomAttribute("aria-busy"));
      screen.idle();
      assertEquals("hidden", progress());
    } finally {
      screen.browser().slow(0);
    }
  }

  /// The browser is cut off, as if the stack had ended, and finds it again.
  @Test
  void aStackThatHasStoppedIsToldWithinFiveSeconds() throws Exception {
    screen.open("?listing=comments&group=BACK");
    assertEquals("", screen.text("#stream"));
    Instant cut = Instant.now();
    screen.browser().offline(true);
    try {
      screen.await("#stream", "The stack has stopped answering");
      assertTrue(Duration.between(cut, Instant.now()).toSeconds() < 5);
      scene.assertAccessible("stopped");
      Map<String, AttributeValue> item =
          Map.of("PK", fromS("back"), "PK2", fromS("BACK"), "SK", fromS("2024-01-01 10:00"));
      scene.stack().client().putItem(put -> put.tableName("comments").item(item));
      LocalHttp.awaitIndexed(scene.stack().url().getPort());
    } finally {
      screen.browser().offline(false);
    }
    screen.browser().await().until(_ -> screen.text("#stream").isEmpty());
    screen.shown("[data-item=back]");
  }

  @Test
  void mistakesAreToldInWordsOfThePage() {
    for (Map.Entry<String, String> mistake :
        Map.of(
                "&page=abc", "\"abc\" is no page: pages are numbers from 1 on.",
                "&size=abc", "A page cannot have \"abc\" items: choose another size below.",
                "&rating=9", "Rating has no value \"9\": choose among the values at the side.",
                "&at=soon", "There is no jump to \"soon\": it takes a datetime",
                "&during=x", "\"x\" is no such time: it takes",
                "&cursor=x", "This address leads to a place of an earlier visit")
            .entrySet()) {
      screen.open(OPEN_GROUP + mistake.getKey());
      String told = screen.text("#problem");
      assertTrue(told.contains(mistake.getValue()), told);
      assertFalse(told.contains("parameter"), told);
    }
  }

  @Test
  void theFooterLeadsToTheDocuments() throws Exception {
    screen.open(OPEN_GROUP);
    assertTrue(screen.all("#documents a").size() >= 5);
    for (WebElement link : screen.all("#documents a")) {
      String address = Objects.requireNonNull(link.getDomAttribute("href"));
      assertEquals(200, LocalHttp.get(scene.stack(), address).statusCode(), address);
    }
    screen.browser().driver().get(scene.stack().url() + "local/documents/docs/local.md");
    screen.browser().await().until(_ -> screen.all("#document h1").size() == 1);
    assertEquals("The local stack's page", screen.text("h1"));
    assertTrue(screen.all("#document table").size() > 1);
    assertFalse(screen.all("#document pre").isEmpty());
    scene.assertAccessible("a document");
    screen.find("#document a[href='http.md']").click();
    screen.browser().await().until(_ -> screen.text("#document").contains("The HTTP API"));
    for (String wrong : List.of("docs/none.md", "../page/app.js", "docs/local.md?more")) {
      int status = LocalHttp.get(scene.stack(), "/local/documents/" + wrong).statusCode();
      assertEquals(wrong.endsWith("more") ? 200 : 404, status, wrong);
    }
    String raw = LocalHttp.get(scene.stack(), "/local/documents/README.md?raw").body();
    assertEquals(Files.readString(Path.of("..", "README.md"), UTF_8), raw);
  }
}
