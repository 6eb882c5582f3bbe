package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Uses the page as a table, its windows by beginnings and by days, and its filters by ranges and
/// booleans, in Chromium.
@Nightly
@TakesLong(nightly = 30)
final class WebPageViewsIT extends PageTest {
  private static final String RECORDS = "?listing=records&group=acme";

  @BeforeAll
  static void start() throws Exception {
    startStack(100);
    for (int i = 0; i < 14; i++) {
      Map<String, AttributeValue> item = record(i);
      scene.stack().client().putItem(put -> put.tableName("comments").item(item));
    }
    screen.browser().await().until(_ -> isComplete());
  }

  /// Invoices and orders in turn, with more attributes than a table has columns at first.
  private static Map<String, AttributeValue> record(int i) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (String name : List.of("carrier", "city", "country", "email", "phone", "status")) {
      item.put(name, fromS(name + " " + i));
    }
    item.put("PK", fromS("record-" + i));
    item.put("owner", fromS("acme"));
    item.put("record", fromS("%s#2024-%02d".formatted(i % 2 == 0 ? "INV" : "ORDER", i)));
    item.put("price", fromN(String.valueOf(5 + 10 * i)));
    item.put("paid", fromBool(i % 3 == 0));
    item.put("place", fromM(Map.of("floor", fromN(String.valueOf(i)))));
    item.put("address", fromS("The third house on the left side of street " + i));
    return item;
  }

  private static boolean isComplete() {
    try {
      return screen.api("/records/acme").at("/page/totalItems").intValue() == 14;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> headers() {
    return screen.all("#table thead th").stream()
        .map(header -> header.getText().replaceAll(" ?\\s?[↑↓↕]", ""))
        .toList();
  }

  private static void assertShows(String api) throws Exception {
    assertEquals(screen.apiItems(api), screen.items());
    assertEquals("", screen.text("#problem"));
  }

  @Test
  void listingWithoutLongTextsIsATable() throws Exception {
    screen.open(RECORDS + "&size=5");
    assertEquals(5, screen.all("#table tbody tr").size());
    assertShows("/records/acme?size=5");
    screen.click("[data-key=next]");
    assertShows("/records/acme?size=5&page=2");
    screen.click("[data-key=view-cards]");
    assertTrue(screen.query().endsWith("page=2&size=5&view=cards"), screen.query());
    assertEquals(5, screen.all("#items .card").size());
    assertShows("/records/acme?size=5&page=2");
    screen.back();
    assertEquals(5, screen.all("#table tbody tr").size());
    screen.browser().resize(390, 844);
    screen.open(RECORDS + "&size=5");
    assertEquals(5, screen.all("#items .card").size());
  }

  @Test
  void listingWithTextsIsATableIfItIsChosen() throws Exception {
    screen.open("?listing=everything&size=5");
    assertEquals(5, screen.all("#items .card").size());
    screen.click("[data-key=view-table]");
    assertTrue(screen.query().endsWith("&view=table"), screen.query());
    assertFalse(screen.find("#items").isDisplayed());
    assertEquals(List.of("PK", "SK", "rating"), headers().subList(0, 3));
    assertShows("/everything?size=5");
    WebElement first = screen.find("#table tbody tr");
    assertTrue(first.findElement(By.tagName("time")).getText().matches("\\d+ \\w+ \\d{4}, .*"));
    screen.open("?listing=comments&group=NOBODY&view=table");
    assertTrue(screen.text("#items").contains("This group is empty"));
  }

  @Test
  void headersSortAndTurnTheOrderRound() throws Exception {
    screen.open("?listing=everything&size=5&view=table&page=2");
    assertEquals("SK ↓", screen.text("[aria-sort=descending]").replaceAll("\\s+", " "));
    screen.click("[data-key=sort-SK]");
    assertEquals("listing=everything&size=5&order=ascending&view=table", screen.query());
    assertShows("/everything?size=5&order=ascending");
    screen.click("[data-key=sort-rating]");
    assertEquals("listing=everything&size=5&sort=stars&view=table", screen.query());
    assertTrue(screen.text("[aria-sort=ascending]").startsWith("rating"));
    assertShows("/everything?size=5&sort=stars");
    screen.click("[data-key=sort-rating]");
    assertShows("/everything?size=5&sort=stars&order=descending");
  }

  @Test
  void columnsAreChosenAndLongTextsAreCut() {
    screen.open(RECORDS + "&size=5");
    assertEquals(List.of("PK", "record"), headers().subList(0, 2));
    assertEquals(9, headers().size());
    screen.click("[data-key=columns]");
    List<WebElement> boxes = screen.all("#columns input");
    assertEquals(12, boxes.size());
    boxes.stream().filter(box -> !box.isSelected()).forEach(WebElement::click);
    assertEquals(13, headers().size());
    assertFalse(headers().contains("owner"), () -> headers().toString());
    screen.click("#columns [value=status]").click("[data-key=next]");
    assertEquals(12, headers().size(), "kept");
    assertFalse(headers().contains("status"), () -> headers().toString());
    WebElement long_ = screen.find("#table td[title^='The third house']");
    assertTrue(long_.getRect().getWidth() < 250, "width");
  }

  /// A map is no column, but what is in it; numbers stand at the right.
  @Test
  void mapsHaveColumnsByPath() {
    screen.open(RECORDS + "&view=table").click("[data-key=columns]");
    for (String name : List.of("place.floor", "price")) {
      WebElement box = screen.find("#columns [value='%s']".formatted(name));
      if (!box.isSelected()) {
        box.click();
      }
    }
    int column = headers().indexOf("place.floor") + 1;
    WebElement cell = screen.find("#table tbody td:nth-child(%d)".formatted(column));
    assertEquals("0", cell.getText());
    assertEquals("end", cell.getCssValue("text-align"));
    assertEquals(
        "end", screen.find("#table th:nth-child(%d)".formatted(column)).getCssValue("text-align"));
    screen.open(RECORDS + "&view=cards");
    String card = screen.text("#items .card").replaceAll("\\s+", " ");
    assertTrue(card.contains("place.floor 0"), card);
  }

  @Test
  void windowOfABeginningIsPickedOrTyped() throws Exception {
    screen.open(RECORDS);
    assertEquals("such as INV#", screen.find("#prefix input").getDomAttribute("placeholder"));
    assertEquals("such as INV#2024-00", screen.find("#jump input").getDomAttribute("placeholder"));
    assertEquals("INV# ORDER#", screen.text("#prefix ul").replaceAll("\\s+", " "));
    screen.click("[data-key='kind-ORDER#']");
    assertTrue(screen.query().endsWith("&prefix=ORDER#"), screen.query());
    assertShows("/records/acme?prefix=ORDER%23");
    assertTrue(
        screen.text("#totals").endsWith("of 7 records, page 1 of 1"), screen.text("#totals"));
    assertTrue(screen.text("#active").contains("Begins with ORDER#"), screen.text("#active"));
    screen.submit("#prefix input", "INV#2024-1");
    assertEquals(List.of("record-10", "record-12"), screen.items());
    screen.choose("#order", "descending");
    assertEquals(List.of("record-12", "record-10"), screen.items());
    screen.submit("#window input[name=from]", "ORDER#2024-05");
    assertFalse(screen.query().contains("prefix"), screen.query());
    screen.click("[data-key='kind-ORDER#']").click("[data-key=clear-window]");
    assertEquals(14, screen.items().size());
    screen.open(RECORDS + "&prefix=X");
    screen.click("#items a");
    assertEquals(14, screen.items().size());
    screen.click("[data-key='kind-INV#']").choose("#listing", "everything");
    assertEquals("listing=everything", screen.query());
    assertEquals(List.of(), screen.all("#prefix"));
  }

  @Test
  void windowOfAMonthIsTypedAndHasNeighbours() throws Exception {
    screen.open("?listing=everything").submit("#during input", "2023-05");
    assertEquals("listing=everything&during=2023-05", screen.query());
    assertShows("/everything?during=2023-05");
    assertTrue(screen.text("#active").contains("During 2023-05"), screen.text("#active"));
    screen.click("[data-key=earlier]");
    assertEquals("listing=everything&during=2023-04", screen.query());
    assertShows("/everything?during=2023-04");
    screen.open("?listing=everything&during=2023-05&zone=Europe/Berlin");
    assertShows("/everything?during=2023-05&zone=Europe/Berlin");
    assertTrue(screen.text("#active").contains("days of Europe/Berlin"), screen.text("#active"));
    screen.submit("#during input", "2023-06");
    assertEquals("listing=everything&during=2023-06&zone=Europe/Berlin", screen.query());
    screen.click("[data-key=zone]").submit("#during input", "2023-06");
    assertEquals("listing=everything&during=2023-06", screen.query());
    screen.choose("#sort", "stars");
    assertEquals("listing=everything&sort=stars", screen.query());
    assertEquals(List.of(), screen.all("#during"));
    screen.open("?listing=everything&during=2023").click("[data-key=clear-window]");
    assertEquals("listing=everything", screen.query());
    screen.submit("#during input", "May");
    assertTrue(screen.text("#problem").contains("2024-05"), screen.text("#problem"));
    screen.date("#window input[name=from]", "2023-03-01");
    assertEquals("listing=everything&from=2023-03-01 00:00", screen.query());
  }

  /// Runs a module's function; the page needs no such listing.
  private static Object module(String file, String body) {
    return String.valueOf(
        screen
            .browser()
            .driver()
            .executeAsyncScript(
                ("const done = arguments[0]; import('/local/page/%s').then((page) => { done((() =>"
                        + " {%s})()); })")
                    .formatted(file, body)));
  }

  /// A card of a single table says what the item is, not once more which group it is in.
  @Test
  void headlineLeavesOutWhatNamesTheGroup() {
    screen.open("");
    String headline =
        """
        const key = [{ attribute: "PK", type: "string" }, { attribute: "SK", type: "string" }];
        const listing = { key, group: %s, filters: [], sort: { attribute: "SK", type: "string" } };
        const list = document.createElement("ol");
        page.showItems(list, { listing, state: { group: ["0"], item: [], filters: {} }, on: {} }, [%s]);
        return list.querySelector("h3").textContent;
        """;
    String item = "{ PK: 'ORG#0', SK: 'INV#7', org: '0' }";
    String dashed = "{ PK: 'ORG-0', SK: 'INV#7' }";
    assertEquals("INV#7", module("items.js", headline.formatted("{ attribute: 'PK' }", dashed)));
    assertEquals("INV#7", module("items.js", headline.formatted("{ attribute: 'org' }", item)));
    String other = "{ PK: 'ORG#10', SK: 'INV#7', org: '0' }";
    assertEquals(
        "ORG#10 / INV#7", module("items.js", headline.formatted("{ attribute: 'org' }", other)));
  }

  /// The API has filters of these names in place of its own parameters.
  @Test
  void filtersKeepTheirNames() {
    screen.open("");
    assertEquals(
        "x,null,y,table,?listing=a&view=table&prefix=x&filter-view=y",
        module(
            "state.js",
            """
            const filters = [{ name: "prefix" }, { name: "view" }];
            const state = page.read("?listing=a&prefix=x&view=table&filter-view=y", [{ name: "a", groups: [], filters }]);
            return [state.filters.prefix, String(state.prefix), state.filters.view, state.view, page.query(state)].join();
            """));
  }
}
