package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Reads on while items arrive, and jumps on the time line, in Chromium.
@Nightly
@TakesLong(nightly = 20)
final class WebPagePlaceIT extends PageTest {
  private static final String OPEN = "?listing=comments&group=" + GROUP + "&size=10";
  private static final String API = "/comments?group=" + GROUP + "&size=10";
  private static int arrived;

  @BeforeAll
  static void start() {
    startStack(760);
  }

  @BeforeEach
  void resize() {
    screen.browser().resize(1280, 1000);
  }

  /// Writes comments that are newer than all others.
  private static void arrive(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      arrived++;
      String time = "2025-01-%02d %02d:00".formatted(1 + arrived / 24, arrived % 24);
      scene
          .stack()
          .client()
          .putItem(
              p ->
                  p.tableName(scene.stack().table())
                      .item(
                          Map.of(
                              "PK", fromS("new-" + arrived),
                              "PK2", fromS(GROUP),
                              "SK", fromS(time),
                              "rating", fromN("5"))));
    }
    assertTrue(scene.stack().await(Duration.ofSeconds(20)).isCaughtUp());
  }

  private static String place() {
    return screen.text("#totals").replaceFirst("comments.*", "comments");
  }

  /// Thirteen items arrive before each click. By number, each click would show three items of the
  /// page before last again.
  @Test
  void whoReadsOnSeesEachItemOnceWhileItemsArrive() throws Exception {
    screen.open(OPEN);
    List<String> before = screen.apiItems(API.replace("size=10", "size=60"));
    List<String> read = new ArrayList<>(screen.items());
    for (int click = 1; click <= 5; click++) {
      arrive(13);
      screen.click("a[data-key=next]");
      read.addAll(screen.items());
    }
    assertEquals(before, read);
    int from = 50 + 5 * 13;
    assertEquals(
        "%d to %d of".formatted(from + 1, from + 10), place().replaceFirst(" of .*", " of"));
    String number = Integer.toString(from / 10 + 1);
    assertEquals(number, screen.text("#pager [aria-current=page]"));
    assertTrue(screen.query().endsWith("&page=" + number + "&size=10"), screen.query());

    List<String> back = new ArrayList<>(screen.items());
    while (!screen.all("a[data-key=prev]").isEmpty()) {
      arrive(1);
      screen.click("a[data-key=prev]");
      back.addAll(0, screen.items());
      assertTrue(back.size() < 1_000, "no end");
    }
    assertEquals(new HashSet<>(back).size(), back.size(), "twice");
    assertTrue(back.containsAll(read));
  }

  /// The address alone says what a reload shows, and numbers are ranks.
  @Test
  void aReloadAndNumbersShowThePageOfThatNumber() throws Exception {
    screen.open(OPEN + "&page=3").click("a[data-key=next]");
    assertFalse(screen.query().contains("cursor"), screen.query());
    arrive(7);
    scene.browser().driver().navigate().refresh();
    screen.idle();
    assertEquals(screen.apiItems(API + "&page=4"), screen.items());
    screen.click("a[data-key=next]");
    List<String> next = screen.items();
    screen.click("[data-key=page-6]");
    assertEquals(screen.apiItems(API + "&page=6"), screen.items());
    screen.back();
    assertEquals(next, screen.items(), "the history keeps the cursor");
  }

  /// A cursor that no key opens any more gives way to the number.
  @Test
  void aCursorThatHasEndedGivesWayToTheNumber() throws Exception {
    screen.open(OPEN + "&page=3");
    WebElement next = screen.find("a[data-key=next]");
    scene.browser().run("arguments[0].dataset.cursor = 'abc'", next);
    screen.click("a[data-key=next]");
    assertEquals(screen.apiItems(API + "&page=4"), screen.items());
    assertEquals(List.of(), screen.all("#problem .message"));
  }

  @Test
  void theTimeLineJumpsToWhereItIsPutDown() throws Exception {
    screen.open(OPEN);
    WebElement slider = screen.shown("#timeline input");
    JsonNode bars = screen.api("/comments/facets?bars=50&group=" + GROUP).path("bars");
    assertEquals(bars.size(), screen.all("#timeline .column").size());
    screen.browser().run("arguments[0].focus()", slider);
    screen.press(Keys.HOME);
    screen.awaitQuery("&page=");
    long last = screen.api(API).at("/page/totalPages").longValue();
    assertTrue(screen.query().contains("&page=" + last + "&"), screen.query());
    assertTrue(spot() < 0.02, "the oldest is left: " + spot());

    scene
        .browser()
        .run(
            "arguments[0].value = 500; arguments[0].dispatchEvent(new Event('input'));"
                + " arguments[0].dispatchEvent(new Event('change'))",
            screen.find("#timeline input"));
    screen.awaitQuery("&page=");
    assertEquals(0.5, spot(), 0.05);
    String shown = screen.find("#timeline input").getDomAttribute("aria-valuetext");
    String number = screen.text("#pager [aria-current=page]");
    assertTrue(String.valueOf(shown).endsWith("Page " + number), shown);
    scene.assertAccessible("with a time line");
  }

  @Test
  void draggingOnTheTimeLineTakesAWindow() throws Exception {
    screen.open(OPEN);
    WebElement slider = screen.shown("#timeline input");
    JsonNode bars = screen.api("/comments/facets?bars=50&group=" + GROUP).path("bars");
    int width = slider.getRect().getWidth() / bars.size();
    new Actions(screen.browser().driver())
        .moveToElement(slider, -3 * width / 2, 0)
        .clickAndHold()
        .moveByOffset(width, 0)
        .moveByOffset(width, 0)
        .release()
        .perform();
    screen.awaitQuery("&from=");
    String query = screen.query();
    JsonNode items =
        screen.api(API + "&" + query.replaceFirst(".*&from", "from").replace(" ", "%20"));
    assertEquals(
        items.at("/page/totalItems").longValue(),
        bars.valueStream()
            .filter(bar -> isWithin(query, bar.path("from").asText()))
            .mapToLong(each -> each.path("items").longValue())
            .sum());
  }

  private static boolean isWithin(String query, String time) {
    String from = query.replaceFirst(".*&from=", "").replaceFirst("&.*", "");
    String to = query.replaceFirst(".*&to=", "").replaceFirst("&.*", "");
    return time.compareTo(from) >= 0 && time.compareTo(to) < 0;
  }

  /// Where the page is marked, 0 at the left end and 1 at the right one.
  private static double spot() {
    WebElement line = screen.find("#timeline .timeline-line");
    WebElement here = screen.find("#timeline .here");
    double left = here.getRect().getX() - line.getRect().getX();
    return left / line.getRect().getWidth();
  }
}
