package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Uses the controls that choose what a page holds, in Chromium: filters, jumps, windows, order,
/// size, listing and group.
@Nightly
@TakesLong(nightly = 30)
final class WebPageChoiceIT extends PageTest {

  @Test
  void filtersNarrowThePageAndCountTheirValues() throws Exception {
    screen.open("?listing=comments&group=" + GROUP + "&page=2");
    screen.click("input[name=rating][value='5']").click("input[name=rating][value='4']");
    screen.click("input[name=language][value=en]");

    assertEquals("listing=comments&group=" + GROUP + "&rating=4,5&language=en", screen.query());
    assertShowsSample("&rating=4,5&language=en");
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
    assertShowsSample("");
    assertEquals(List.of(), screen.all("#filters input:checked"));
  }

  @Test
  void aWrongFilterKeepsTheCounts() throws Exception {
    screen.open("?listing=comments&group=" + GROUP + "&rating=9&language=en");
    assertTrue(screen.text("#problem").contains("no value \"9\""), screen.text("#problem"));
    String all = screen.api("/comments/facets?group=" + GROUP).at("/facets/rating/5").asText();
    String shown = screen.text("[data-filter=rating] li:first-child .count");
    assertEquals(all, shown.replaceAll("\\D", ""));
  }

  @Test
  void todayAndThisMonthAreAClickAway() {
    screen.open("?listing=comments&group=" + GROUP).click("[data-key=month]");
    String day = String.valueOf(screen.browser().run("return new Date().toLocaleDateString('sv')"));
    assertTrue(screen.query().contains("&during=" + day.substring(0, 7)), screen.query());
    screen.click("[data-key=today]");
    assertTrue(screen.query().contains("&during=" + day), screen.query());
    assertTrue(screen.text("#items").contains("No item matches"), screen.text("#items"));
  }

  /// The list follows what is typed, and the history has one entry for it.
  @Test
  void aTextIsFoundAsOneTypes() throws Exception {
    screen.open("?listing=titles");
    screen.find("#prefix input").click();
    screen.press("gern");
    screen.awaitQuery("prefix=gern");
    screen.press("e w");
    screen.awaitQuery("prefix=gerne w");
    assertEquals(screen.apiItems("/titles?prefix=gerne%20w"), screen.items());
    assertFalse(screen.items().isEmpty());
    assertEquals("prefix", screen.focused());
    screen.back();
    assertEquals("listing=titles", screen.query());
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

    assertShowsSample("&at=2023-01-15%2023:59");
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
    assertShowsSample("&from=2023-03-01%2000:00&to=2023-05-01%2000:00");
    screen.click("[data-key=earlier]");
    assertShowsSample("&from=2022-12-30%2000:00&to=2023-03-01%2000:00");
    screen.click("[data-key=later]").click("[data-key=later]");
    assertShowsSample("&from=2023-05-01%2000:00&to=2023-07-01%2000:00");
    screen.click("[data-key=clear-window]");
    assertShowsSample("");
  }

  @Test
  void orderAndSizeAreKeptAndTheSizeKeepsThePlace() throws Exception {
    screen.open("?listing=comments&group=" + GROUP).choose("#order", "ascending");
    assertShowsSample("&order=ascending");
    screen.submit("[data-key=go-to]", "4");
    String first = screen.items().getFirst();
    screen.choose("#size", "10");
    assertShowsSample("&order=ascending&size=10&page=7");
    assertEquals(first, screen.items().getFirst());
    screen.click("[data-key=next]");
    assertShowsSample("&order=ascending&size=10&page=8");
  }

  @Test
  void listingAndGroupAreChosen() throws Exception {
    screen.open("").choose("#group", "[\"PIANO_SCARF\"]");
    assertEquals("PK2 PIANO_SCARF", screen.text("#title"));
    assertEquals(screen.apiItems("/comments?group=PIANO_SCARF"), screen.items());
    screen.choose("#listing", "ratings");
    assertEquals("language en", screen.text("#title"));
    assertEquals(screen.apiItems("/ratings?group=en"), screen.items());
    assertEquals(List.of(), screen.all("#filters fieldset"));
    screen.submit("#jump input", "4");
    assertEquals(screen.apiItems("/ratings?group=en&at=4"), screen.items());
    screen.submit("#window input[name=from]", "2");
    screen.submit("#window input[name=to]", "4");
    assertEquals(screen.apiItems("/ratings?group=en&from=2&to=4"), screen.items());
  }

  @Test
  void aListingThatIsOneGroupHasNoneToChoose() throws Exception {
    screen.open("?listing=everything&page=3&size=5");
    assertEquals("everything", screen.text("#title"));
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
    assertEquals("PK2 PIANO_SCARF language de", screen.text("#title"));
    assertEquals(screen.apiItems("/spoken/PIANO_SCARF/de?page=1"), screen.items());
    screen.find("#group option[value='']").click();
    screen.find("#group-names label:nth-child(1) input").sendKeys("PIANO_SCARF");
    screen.submit("#group-names label:nth-child(2) input", "en");
    assertEquals("PK2 PIANO_SCARF language en", screen.text("#title"));
    assertEquals(screen.apiItems("/spoken?group=PIANO_SCARF&group=en"), screen.items());
  }
}
