package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Goes the main way through the page in Chromium, in each build: it shows the API's answer, the
/// address bar holds the state, and written items appear. The classes beside it run each night, and
/// with each change of the page.
@TakesLong(35)
final class WebPageIT extends PageTest {

  @Test
  void firstSightIsTheLargestGroup() throws Exception {
    screen.open("");

    assertEquals("PK2 " + GROUP, screen.text("#title"));
    assertShowsSample("");
    assertFalse(screen.find("#proof-more").isDisplayed());
    screen.click("[data-key=details]");
    assertTrue(screen.text("#proof-more").matches("(?s).*Answered in\\s+[\\d.]+ ms.*query.*"));
    assertEquals(
        screen.api(API).at("/links/self").textValue(),
        String.valueOf(screen.find("#proof a").getDomAttribute("href")));
  }

  @Test
  void unknownListingSaysWhichThereAre() {
    screen.open("?listing=coments");
    assertTrue(screen.text("#problem").contains("no listing \"coments\""), screen.text("#problem"));
    screen.click("#problem a");
    assertEquals("PK2 " + GROUP, screen.text("#title"));
  }

  @Test
  void firstItemIsHighUpOnTheFirstScreen() {
    try {
      for (String page : List.of("", "&page=3&rating=5")) {
        screen.browser().resize(1280, 800);
        assertIsHighUp(page);
        screen.browser().resize(390, 844);
        assertIsHighUp(page);
      }
      int end =
          screen.find("#items article").getRect().getY()
              + screen.find("#items article").getRect().getHeight();
      assertTrue(end < screen.find("#pager").getRect().getY(), end + " pixels");
    } finally {
      screen.browser().resize(1280, 900);
    }
  }

  private static void assertIsHighUp(String page) {
    screen.open("?listing=comments&group=" + GROUP + page).shown("#timeline input");
    int top = screen.find("#items > li").getRect().getY();
    assertTrue(top <= 340, top + " pixels");
    assertTrue(screen.find("#proof").getRect().getHeight() <= 48, "one line");
  }

  @Test
  void copyOnAnotherServerShowsPagesOfTheApi() throws Exception {
    try (CopiedPage copy = CopiedPage.of(scene.stack().url())) {
      screen.browser().driver().get(copy.url() + "?listing=comments&group=" + GROUP + "&page=3");
      screen.idle();
      assertShowsSample("&page=3");
      screen.click("input[name=rating][value='5']").click("[data-key=next]");
      assertShowsSample("&rating=5&page=2");
      screen.browser().driver().get(copy.url() + "?listing=comments&group=" + GROUP + "&page=9000");
      screen.idle();
      assertTrue(screen.text("#problem").contains("There is no page 9,000"));
    }
  }

  /// Newer items first arrive behind the page that is shown, and leave its items as they are; then
  /// an older one arrives before it.
  @Test
  void openPageFollowsTheTotalsAndSaysWhenItsItemsHaveChanged() throws Exception {
    put("WATCHED", 10, 12);
    screen.browser().await().until(_ -> total("/comments?group=WATCHED") == 2);
    Object hurry = screen.browser().hurry();
    try {
      screen.open("?listing=comments&group=WATCHED&size=2&order=ascending");
      put("WATCHED", 12, 15);
      screen.await("#totals", "1 to 2 of 5 comments, page 1 of 3");
      assertEquals("", screen.text("#changed"));
      put("WATCHED", 0, 1);
      screen.await("#changed", "Refresh");
      screen.click("#changed button");
      assertEquals(List.of("WATCHED0", "WATCHED10"), screen.items());
      assertEquals("", screen.text("#changed"));
    } finally {
      screen.browser().unwatch(hurry);
    }
  }

  private static int total(String api) {
    try {
      return screen.api(api).at("/page/totalItems").intValue();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Puts comments of which each is newer than the one before.
  private static void put(String group, int from, int to) {
    for (int i = from; i < to; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "PK",
              fromS(group + i),
              "PK2",
              fromS(group),
              "SK",
              fromS("2020-01-01 00:%02d".formatted(i)));
      scene.stack().client().putItem(p -> p.tableName("comments").item(item));
    }
  }

  @Test
  void itemsStayWhereTheyAreWhenAFilterIsChosen() {
    screen.open("?listing=comments&group=" + GROUP);
    int before = screen.find("#items").getRect().getY();
    screen.click("input[name=rating][value='5']").click("input[name=language][value=en]");
    assertEquals(before, screen.find("#items").getRect().getY());
  }

  @Test
  void addressBarIsTheState() throws Exception {
    screen.open("?listing=comments&group=" + GROUP).click("[data-key=next]");
    screen.click("input[name=rating][value='5']").choose("#order", "ascending");
    String state = screen.query();
    screen.browser().driver().navigate().refresh();
    screen.idle();
    assertEquals(state, screen.query());
    assertShowsSample("&rating=5&order=ascending");
    assertEquals(1, screen.all("input[name=rating][value='5']:checked").size());
    screen.back();
    assertShowsSample("&rating=5");
    screen.back();
    assertShowsSample("&page=2");
    assertEquals(List.of(), screen.all("#filters input:checked"));
    screen.browser().driver().navigate().forward();
    screen.awaitQuery("rating=5");
    assertShowsSample("&rating=5");
  }

  @Test
  void linkOfAnItemOpensThePageThatHoldsIt() throws Exception {
    screen.open("?listing=comments&group=" + GROUP + "&page=3&size=5");
    String third = screen.items().get(2);
    screen.click("#items > li:nth-child(3) a");

    assertTrue(screen.query().contains("item=" + third), screen.query());
    assertEquals(third, screen.find(".card.found").getDomAttribute("data-item"));
    assertShowsSample("&size=5&item=" + third);
  }

  @Test
  void textsOfItemsAreNoMarkup() {
    String title = "<img src=x onerror=document.title=1>";
    Map<String, AttributeValue> item =
        Map.of(
            "PK", fromS("mine"),
            "PK2", fromS("OWN"),
            "SK", fromS("2024-06-01 10:00"),
            "title", fromS(title),
            "text", fromS("Words & <b>signs</b>"));
    scene.stack().client().putItem(p -> p.tableName("comments").item(item));
    screen.browser().await().until(_ -> total("/comments?group=OWN") == 1);
    screen.open("?listing=comments&group=OWN");
    assertEquals(List.of("mine"), screen.items());
    assertEquals(title, screen.text(".card h3"));
    assertEquals("Words & <b>signs</b>", screen.text(".card-text"));
    assertEquals(List.of(), screen.all("#items img"));
    assertEquals("1 to 1 of 1 item, page 1 of 1", screen.text("#totals"));
  }

  @Test
  void warnsWhileTheIndexCanLoseEntries() throws Exception {
    try (Jedis redis = new Jedis(scene.stack().index())) {
      redis.configSet("maxmemory-policy", "allkeys-lru");
      screen.open("?listing=comments&group=" + GROUP);
      screen.browser().await().until(_ -> screen.text("#warnings").contains("allkeys-lru"));
      scene.assertAccessible("with a warning");
      redis.configSet("maxmemory-policy", "noeviction");
    }
    screen.browser().await().until(_ -> screen.text("#warnings").isEmpty());
  }
}
