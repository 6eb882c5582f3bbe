package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import pagemark.index.Extent;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks how the page looks and behaves in Chromium: narrow and dark, by keyboard, for axe-core,
/// and without anything to show.
@Nightly
@TakesLong(nightly = 55)
@TestMethodOrder(OrderAnnotation.class)
final class WebPageLooksIT extends PageTest {
  private static final String OPEN_GROUP = "?listing=comments&group=DAFT_PUNK_TSHIRT";

  private static final Map<String, AttributeValue> WAITS =
      Map.of(
          "PK", AttributeValue.fromS("waits"),
          "PK2", AttributeValue.fromS("WAITING"),
          "SK", AttributeValue.fromS("2024-06-01 10:00"));

  @BeforeAll
  static void start() {
    startStack(300);
  }

  @AfterAll
  static void forgetRefusals() {
    scene.close();
    scene.log().removeIf(line -> line.contains("page read without the index"));
    scene
        .log()
        .removeIf(line -> line.contains("page request failed") && line.contains("\"status\":503"));
  }

  /// The index's Redis is full for a while: it still answers, but refuses writes.
  @Test
  void showsThatTheStreamWaitsUntilItContinues() throws Exception {
    try (Jedis redis = new Jedis(URI.create(scene.stack().index()))) {
      redis.configSet("maxmemory", "1");
      screen.open("?listing=comments&group=WAITING");
      scene.stack().client().putItem(put -> put.tableName("comments").item(WAITS));
      screen.await("#stream", "does not follow");
      assertTrue(screen.text("#stream").contains("since 20"), screen.text("#stream"));
      scene.assertAccessible("while the stream waits");
      JsonNode health = screen.api("/health");
      assertEquals("WAITING", health.path("status").textValue(), health::toString);
      redis.configSet("maxmemory", "0");
    }
    screen.browser().await().until(_ -> screen.text("#stream").isEmpty());
    screen.open("?listing=comments&group=WAITING");
    assertEquals(List.of("waits"), screen.items());
    scene.log().removeIf(line -> line.contains("OOM"));
  }

  /// JavaScript's own numbers have about 16 digits.
  @Test
  void numbersKeepAllTheirDigits() {
    AttributeValue price = AttributeValue.fromN("12345678901234567890.12345678901234567");
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS("exact"),
            "language", AttributeValue.fromS("xx"),
            "rating", AttributeValue.fromN("3"),
            "price", price);
    String table = scene.stack().table();
    scene.stack().client().putItem(put -> put.tableName(table).item(item));
    screen.open("?listing=ratings&group=xx");
    for (int tries = 0; tries < 100 && !screen.items().contains("exact"); tries++) {
      screen.open("?listing=ratings&group=xx");
    }
    String shown = screen.text("#table tbody");
    assertTrue(shown.contains(price.n()), shown);
  }

  @Test
  void keyboardAloneGoesEverywhere() {
    screen.open(OPEN_GROUP + "&size=5");
    screen.press(Keys.TAB);
    assertEquals("#results", screen.browser().run("return document.activeElement.hash"));
    screen.press(Keys.ENTER);
    screen.tabTo("next");
    String outline = screen.browser().driver().switchTo().activeElement().getCssValue("outline");
    assertTrue(outline.contains("solid"), outline);
    screen.press(Keys.ENTER);
    screen.idle();
    screen.await("#totals", "page 2 of");
    assertEquals("next", screen.focused());
    screen.press(Keys.ENTER);
    screen.await("#totals", "page 3 of");
    screen.idle();
    screen.tabTo("go-to");
    screen.press("2", Keys.ENTER);
    screen.await("#totals", "page 2 of");
    screen.open(OPEN_GROUP);
    screen.tabTo("rating=5");
    screen.press(Keys.SPACE);
    screen.await("#active", "rating: 5");
    screen.idle();
    assertEquals("rating=5", screen.focused());
  }

  @Test
  void nothingIsWiderThanTheNarrowestPhone() {
    screen.browser().resize(320, 640);
    screen.open(
        OPEN_GROUP + "&page=4&size=5&from=2022-01-01 00:00&to=2025-01-01 00:00&rating=3,4,5");
    assertNoSidewaysScroll();
    screen.click("#refine-toggle");
    assertTrue(screen.find("#filters").isDisplayed());
    assertNoSidewaysScroll();
    screen.click("[data-key=next]");
    assertEquals("next", screen.focused());
    screen.open(OPEN_GROUP + "&page=9000");
    assertNoSidewaysScroll();
    screen.open("?listing=everything&size=5&view=table");
    assertEquals(5, screen.all("#table tbody tr").size());
    assertNoSidewaysScroll();
  }

  private static void assertNoSidewaysScroll() {
    assertEquals(320L, screen.browser().run("return document.documentElement.scrollWidth"));
  }

  @Test
  void darkIsDark() {
    screen.open(OPEN_GROUP);
    String light = screen.find("body").getCssValue("background-color");
    screen.browser().prefer("dark");
    String dark = screen.find("body").getCssValue("background-color");
    assertTrue(brightness(light) > 600, light);
    assertTrue(brightness(dark) < 150, dark);
    screen.click("#theme").open(OPEN_GROUP);
    assertEquals(light, screen.find("body").getCssValue("background-color"), "kept");
    screen.browser().prefer("light");
    screen.click("#theme");
    assertEquals(dark, screen.find("body").getCssValue("background-color"));
    screen.click("#theme").open(OPEN_GROUP);
    assertEquals(light, screen.find("body").getCssValue("background-color"));
  }

  /// A date field has several parts, which take the focus one after another.
  @Test
  void eachFocusIsSeen() {
    screen.open(OPEN_GROUP + "&size=2&view=table");
    for (int i = 0; i < 150; i++) {
      screen.press(Keys.TAB);
      WebElement focused = screen.browser().driver().switchTo().activeElement();
      if (focused.getTagName().equals("body")) {
        assertTrue(i > 30, i + " stops");
        return;
      }
      String outline = focused.getCssValue("outline-style");
      assertEquals("solid", outline, () -> String.valueOf(focused.getDomProperty("outerHTML")));
    }
  }

  /// The sum of red, green and blue of `rgba(19, 21, 23, 1)`.
  private static int brightness(String color) {
    String[] parts = color.replaceAll("[^0-9,]", "").split(",", -1);
    return Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]) + Integer.parseInt(parts[2]);
  }

  /// Three items look like twenty, and are looked at in less time.
  @Test
  void axeFindsNothing() {
    axe(scene::assertAccessible, "light");
    Extent.of(List.<String>of(), List.of("dark")).forEach(dark -> axe(scene::assertContrast, dark));
    screen.browser().resize(390, 844);
    screen.open(OPEN_GROUP + "&page=3&size=3").click("#refine-toggle");
    scene.assertAccessible("phone");
    screen.open("?listing=everything&size=3&view=table");
    scene.assertAccessible("table on a phone");
  }

  private static void axe(Consumer<String> look, String scheme) {
    screen.browser().prefer(scheme);
    List<String> queries =
        List.of(
            OPEN_GROUP + "&page=3&rating=4,5&size=3",
            "?listing=everything&size=3&view=table&during=2024",
            OPEN_GROUP + "&page=9000",
            OPEN_GROUP + "&item=rita&size=3",
            OPEN_GROUP + "&item=rita&size=3&view=table",
            "?listing=none");
    for (String query : Extent.of(queries.subList(0, 2), queries)) {
      screen.open(query);
      look.accept(scheme + " " + query);
    }
    screen.open(OPEN_GROUP + "&size=3").submit("[data-key=go-to]", "9000");
    look.accept(scheme + " wrong page");
  }

  /// With a slow answer, placeholders are there before the items, and nothing moves when the items
  /// come.
  @Test
  void skeletonKeepsThePlaceOfTheItems() {
    Object watch = screen.browser().watch("#items > .skeleton");
    screen.browser().slow(300);
    try {
      screen.browser().driver().get(scene.stack().url() + OPEN_GROUP);
      screen.idle();
      assertEquals(8L, screen.browser().run("return window.mostShown"));
      assertEquals(List.of(), screen.all(".skeleton"));
      assertEquals(20, screen.items().size());
      double shift = screen.browser().layoutShift();
      assertTrue(shift < 0.1, "shift " + shift);
    } finally {
      screen.browser().slow(0);
      screen.browser().unwatch(watch);
    }
  }

  /// This test must be the last one: it stops the index.
  @Test
  @Order(Integer.MAX_VALUE)
  void withoutAnIndexPagesFollowEachOther() throws Exception {
    try (Jedis redis = new Jedis(scene.stack().index())) {
      redis.flushAll();
    }
    screen.open(OPEN_GROUP + "&size=2");
    assertTrue(screen.text("#totals").contains("The index is not ready"), screen.text("#totals"));
    assertEquals(List.of("omar", "zoe"), screen.items());
    scene.assertAccessible("not ready");
    screen.click("[data-key=next]");
    assertEquals(List.of("rita", "ines"), screen.items());
    screen.click("[data-key=prev]");
    assertEquals(List.of("omar", "zoe"), screen.items());
    screen.open(OPEN_GROUP + "&page=3");
    assertTrue(screen.text("#problem").contains("Not right now"), screen.text("#problem"));
    assertTrue(screen.text("#problem").contains("The index of this listing is not ready"));
    screen.click("#problem a");
    assertEquals(20, screen.items().size());
  }
}
