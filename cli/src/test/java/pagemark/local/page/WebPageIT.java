package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import pagemark.index.TakesLong;
import redis.clients.jedis.Jedis;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Uses every control that reads, in Chromium: the page shows the API's answer, and the address bar
/// holds the state.
@TakesLong(70)
final class WebPageIT {
  private static final String GROUP = "DAFT_PUNK_TSHIRT";
  private static final String API = "/comments?group=" + GROUP;
  private static Scene scene;
  private static Screen screen;

  @BeforeAll
  static void start() throws IOException {
    // The group then has more than 20 pages of 5.
    scene = Scene.start(760);
    screen = scene.screen();
    scene.browser().resize(1280, 900);
  }

  @AfterAll
  static void stop() throws IOException {
    if (scene != null) {
      scene.close();
      assertEquals(List.of(), scene.log(), "logged");
    }
  }

  private static void assertShows(String parameters) throws Exception {
    screen.assertShowsPage(API + parameters);
  }

  @Test
  void firstSightIsTheLargestGroup() throws Exception {
    screen.open("");

    assertEquals(GROUP, screen.text("#title"));
    assertShows("");
    assertTrue(screen.text("#cost").matches("(?s).*Answered in\\s+[\\d.]+ ms.*query.*"));
    assertEquals(
        screen.api(API).at("/links/self").textValue(),
        String.valueOf(screen.find("#cost a").getDomAttribute("href")));
  }

  @Test
  void unknownListingSaysWhichThereAre() {
    screen.open("?listing=coments");
    assertTrue(screen.text("#problem").contains("no listing \"coments\""), screen.text("#problem"));
    screen.click("#problem a");
    assertEquals(GROUP, screen.text("#title"));
  }

  @Test
  void firstItemIsOnAPhonesFirstScreen() {
    try {
      screen.browser().resize(390, 844);
      screen.open("?listing=comments&group=" + GROUP + "&page=3&rating=5");
      int end =
          screen.find("#items article").getRect().getY()
              + screen.find("#items article").getRect().getHeight();
      assertTrue(end < screen.find("#pager").getRect().getY(), end + " pixels");
    } finally {
      screen.browser().resize(1280, 900);
    }
  }

  @Test
  void copyOnAnotherServerShowsPagesOfTheApi() throws Exception {
    try (CopiedPage copy = CopiedPage.of(scene.stack().url())) {
      screen.browser().driver().get(copy.url() + "?listing=comments&group=" + GROUP + "&page=3");
      screen.idle();
      assertShows("&page=3");
      screen.click("input[name=rating][value='5']").click("[data-key=next]");
      assertShows("&rating=5&page=2");
      assertFalse(screen.find("#add").isDisplayed());
      assertEquals(
          List.of("link"),
          screen
              .browser()
              .driver()
              .findElements(By.cssSelector("#items .card-actions > *"))
              .stream()
              .map(action -> String.valueOf(action.getDomAttribute("data-key")))
              .map(action -> action.replaceFirst("-.*", ""))
              .distinct()
              .toList(),
          "nobody writes without an editor");
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
      screen.await("#totals", "1 to 2 of 5 items, page 1 of 3");
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

  /// The browser keeps each page in its cache, and asks whether that has changed.
  @Test
  void secondVisitShowsTheTotalsOfNow() throws Exception {
    String query = "?listing=comments&group=VISITED&size=4&order=ascending";
    String api = "/comments?group=VISITED&size=4&order=ascending";
    put("VISITED", 0, 4);
    screen.browser().await().until(_ -> total(api) == 4);
    screen.open(query);
    assertEquals("1 to 4 of 4 items, page 1 of 1", screen.text("#totals"));

    put("VISITED", 4, 44);
    screen.browser().await().until(_ -> total(api) == 44);
    screen.open(query);
    assertEquals("1 to 4 of 44 items, page 1 of 11", screen.text("#totals"));
    screen.click("[data-key=next]");
    assertEquals(screen.apiItems(api + "&page=2"), screen.items());
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
  void filtersNarrowThePageAndCountTheirValues() throws Exception {
    screen.open("?listing=comments&group=" + GROUP + "&page=2");
    screen.click("input[name=rating][value='5']").click("input[name=rating][value='4']");
    screen.click("input[name=language][value=en]");

    assertEquals("listing=comments&group=" + GROUP + "&rating=4,5&language=en", screen.query());
    assertShows("&rating=4,5&language=en");
    JsonNode facets = screen.api("/comments/facets?group=" + GROUP + "&rating=4,5&language=en");
    for (WebElement box : screen.all("#filters input")) {
      JsonNode count =
          facets
              .path("facets")
              .path(String.valueOf(box.getDomAttribute("name")))
              .path(String.valueOf(box.getDomAttribute("value")));
      String shown = box.findElement(By.xpath("../*[@class='count']")).getText();
      assertEquals(count.asText(), shown.replaceAll("\\D", ""));
    }
    screen.click("[data-key=clear-rating]").click("input[name=language][value=en]");
    assertShows("");
    assertEquals(List.of(), screen.all("#filters input:checked"));
  }

  @Test
  void histogramHasTheSharesOfRatingsAndTheirMean() throws Exception {
    screen.open("?listing=comments&group=" + GROUP);
    JsonNode facets = screen.api("/comments/facets?group=" + GROUP);
    double mean = facets.at("/means/rating").doubleValue();
    assertEquals(
        String.format(Locale.ROOT, "%.2f", mean), screen.text("[data-filter=rating] strong"));
    double largest = 0;
    for (JsonNode count : facets.at("/facets/rating")) {
      largest = Math.max(largest, count.doubleValue());
    }
    for (WebElement row : screen.all("[data-filter=rating] label")) {
      String value = String.valueOf(row.findElement(By.tagName("input")).getDomAttribute("value"));
      double width = row.findElement(By.className("bar-fill")).getRect().getWidth();
      double whole = row.findElement(By.className("bar")).getRect().getWidth();
      double share = facets.at("/facets/rating/" + value).doubleValue() / largest;
      assertEquals(share, width / whole, 0.02, value);
    }
    assertEquals(List.of(), screen.all("[data-filter=language] .bar"));
  }

  @Test
  void dateJumpsToThePageWhereItsDayBegins() throws Exception {
    screen.open("?listing=comments&group=" + GROUP);
    screen.date("#jump input", "2023-01-15");
    screen.click("#jump button");

    assertShows("&at=2023-01-15%2023:59");
    assertTrue(screen.query().endsWith("&at=2023-01-15 23:59"), screen.query());
    assertNotEquals("1", screen.text("#pager [aria-current=page]"));
    String first = "none";
    for (JsonNode item : screen.api(API + "&at=2023-01-15%2023:59").path("items")) {
      if (item.path("SK").textValue().compareTo("2023-01-15 23:59") <= 0) {
        first = item.path("PK").textValue();
        break;
      }
    }
    WebElement found = screen.find(".card.found");
    assertEquals(first, found.getDomAttribute("data-item"));
    int end = found.getRect().getY() + found.getRect().getHeight();
    assertTrue(end < screen.find("#pager").getRect().getY(), end + " pixels");
    screen.click("[data-key=next]");
    assertFalse(screen.query().contains("at="), screen.query());
  }

  @Test
  void windowCountsByItselfAndMovesEarlierAndLater() throws Exception {
    screen.open("?listing=comments&group=" + GROUP);
    screen.date("#window input[name=from]", "2023-03-01");
    screen.date("#window input[name=to]", "2023-05-01");
    screen.click("#window button");
    assertShows("&from=2023-03-01%2000:00&to=2023-05-01%2000:00");
    screen.click("[data-key=earlier]");
    assertShows("&from=2022-12-30%2000:00&to=2023-03-01%2000:00");
    screen.click("[data-key=later]").click("[data-key=later]");
    assertShows("&from=2023-05-01%2000:00&to=2023-07-01%2000:00");
    screen.click("[data-key=clear-window]");
    assertShows("");
  }

  @Test
  void orderAndSizeAreKeptAndTheSizeKeepsThePlace() throws Exception {
    screen.open("?listing=comments&group=" + GROUP).choose("#order", "ascending");
    assertShows("&order=ascending");
    screen.submit("[data-key=go-to]", "4");
    String first = screen.items().getFirst();
    screen.choose("#size", "10");
    assertShows("&order=ascending&size=10&page=7");
    assertEquals(first, screen.items().getFirst());
    screen.click("[data-key=next]");
    assertShows("&order=ascending&size=10&page=8");
  }

  @Test
  void addressBarIsTheState() throws Exception {
    screen.open("?listing=comments&group=" + GROUP).click("[data-key=next]");
    screen.click("input[name=rating][value='5']").choose("#order", "ascending");
    String state = screen.query();
    screen.browser().driver().navigate().refresh();
    screen.idle();
    assertEquals(state, screen.query());
    assertShows("&rating=5&order=ascending");
    assertEquals(1, screen.all("input[name=rating][value='5']:checked").size());
    screen.back();
    assertShows("&rating=5");
    screen.back();
    assertShows("&page=2");
    assertEquals(List.of(), screen.all("#filters input:checked"));
    screen.browser().driver().navigate().forward();
    screen.awaitQuery("rating=5");
    assertShows("&rating=5");
  }

  @Test
  void listingAndGroupAreChosen() throws Exception {
    screen.open("").choose("#group", "[\"PIANO_SCARF\"]");
    assertEquals("PIANO_SCARF", screen.text("#title"));
    assertEquals(screen.apiItems("/comments?group=PIANO_SCARF"), screen.items());
    screen.choose("#listing", "ratings");
    assertEquals("en", screen.text("#title"));
    assertEquals(screen.apiItems("/ratings?group=en"), screen.items());
    assertEquals(List.of(), screen.all("#filters fieldset"));
    screen.submit("#jump input", "4");
    assertEquals(screen.apiItems("/ratings?group=en&at=4"), screen.items());
    screen.find("#window input[name=from]").sendKeys("2");
    screen.submit("#window input[name=to]", "4");
    assertEquals(screen.apiItems("/ratings?group=en&from=2&to=4"), screen.items());
  }

  @Test
  void aListingThatIsOneGroupHasNoneToChoose() throws Exception {
    screen.open("?listing=everything&page=3&size=5");
    assertEquals("Everything", screen.text("#title"));
    assertEquals(screen.apiItems("/everything?page=3&size=5"), screen.items());
    assertFalse(screen.find("#group").isDisplayed());
    screen.choose("#sort", "stars");
    assertEquals(screen.apiItems("/everything?sort=stars&size=5"), screen.items());
    assertEquals("ascending", screen.find("#order").getDomProperty("value"));
    screen.submit("#jump input", "3");
    assertEquals(screen.apiItems("/everything?sort=stars&at=3&size=5"), screen.items());
    screen.open("").choose("#group", "[\"PIANO_SCARF\"]");
    assertFalse(screen.find("#sort").isDisplayed());
  }

  @Test
  void aGroupOfTwoValuesIsChosenAndTyped() throws Exception {
    screen.open("?listing=spoken").choose("#group", "[\"PIANO_SCARF\",\"de\"]");
    assertEquals("PIANO_SCARF / de", screen.text("#title"));
    assertEquals(screen.apiItems("/spoken/PIANO_SCARF/de?page=1"), screen.items());
    screen.find("#group option[value='']").click();
    screen.find("#group-names label:nth-child(1) input").sendKeys("PIANO_SCARF");
    screen.submit("#group-names label:nth-child(2) input", "en");
    assertEquals("PIANO_SCARF / en", screen.text("#title"));
    assertEquals(screen.apiItems("/spoken?group=PIANO_SCARF&group=en"), screen.items());
  }

  @Test
  void linkOfAnItemOpensThePageThatHoldsIt() throws Exception {
    screen.open("?listing=comments&group=" + GROUP + "&page=3&size=5");
    String third = screen.items().get(2);
    screen.click("#items > li:nth-child(3) a");

    assertTrue(screen.query().contains("item=" + third), screen.query());
    assertEquals(third, screen.find(".card.found").getDomAttribute("data-item"));
    assertShows("&size=5&item=" + third);
  }

  @Test
  void emptyGroupSaysSo() {
    screen.open("?listing=comments&group=NOBODY");
    assertEquals("0 items", screen.text("#totals"));
    assertTrue(screen.text("#items").contains("This group is empty"));
    assertEquals("", screen.text("#pager"));
    screen.open("?listing=comments&group=" + GROUP + "&from=1990-01-01 00:00&to=1991-01-01 00:00");
    assertTrue(screen.text("#items").contains("No item matches"));
    screen.click("#items a");
    assertEquals(20, screen.items().size());
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
