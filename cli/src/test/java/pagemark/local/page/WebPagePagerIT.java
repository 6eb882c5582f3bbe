package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Goes from page to page in Chromium, and measures the pager in windows of all widths, from one
/// page to a million.
@Nightly
@TakesLong(nightly = 40)
final class WebPagePagerIT extends PageTest {

  @Test
  void pagerLeadsToEveryPage() throws Exception {
    screen.open("?listing=comments&group=" + GROUP);
    screen.click("[data-key=next]");
    assertShowsSample("&page=2");
    screen.click("[data-key=page-4]");
    assertShowsSample("&page=4");
    assertEquals("listing=comments&group=" + GROUP + "&page=4", screen.query());
    screen.click("[data-key=prev]");
    assertShowsSample("&page=3");
    screen.click("[data-key=last]");
    JsonNode last = screen.api(API).at("/page/totalPages");
    assertShowsSample("&page=" + last.asText());
    assertEquals(List.of(), screen.all("a[data-key=next]"));
    screen.click("[data-key=first]");
    assertShowsSample("");
    assertEquals(List.of(), screen.all("a[data-key=prev]"));
  }

  @Test
  void pagerIsOfRealLinks() throws Exception {
    screen.open("?listing=comments&group=" + GROUP);
    Browser browser = screen.browser();
    String before = browser.driver().getWindowHandle();
    Set<String> windows = browser.driver().getWindowHandles();
    WebElement third = screen.find("[data-key=page-3]");
    new Actions(browser.driver()).keyDown(Keys.CONTROL).click(third).keyUp(Keys.CONTROL).perform();
    browser.await().until(driver -> driver.getWindowHandles().size() == windows.size() + 1);
    assertShowsSample("");
    String opened =
        browser.driver().getWindowHandles().stream()
            .filter(handle -> !windows.contains(handle))
            .findFirst()
            .orElseThrow();
    browser.driver().switchTo().window(opened);
    try {
      browser.await().until(driver -> !driver.findElements(By.id("results")).isEmpty());
      screen.idle();
      assertShowsSample("&page=3");
    } finally {
      browser.driver().close();
      browser.driver().switchTo().window(before);
    }
  }

  @Test
  void goToPageGoesThereAndSaysWhereTheEndIs() throws Exception {
    screen.open("?listing=comments&group=" + GROUP).submit("[data-key=go-to]", "5");
    assertShowsSample("&page=5");
    for (String wrong : List.of("9000", "0", "abc", "1.5")) {
      screen.submit("[data-key=go-to]", wrong);
      String pages = screen.api(API).at("/page/totalPages").asText();
      assertEquals("Pages are 1 to " + pages + ".", screen.text("#go-to-problem"));
      assertShowsSample("&page=5");
    }
  }

  @Test
  void pageThatIsRefusedLeavesThePagerAndWaysOut() throws Exception {
    String last = screen.api(API).at("/page/totalPages").asText();
    screen.open("?listing=comments&group=" + GROUP + "&page=9000");
    String told = "There is no page 9,000: pages are 1 to " + last + ".";
    assertTrue(screen.text("#problem").contains(told), screen.text("#problem"));
    screen.click("#problem a");
    assertShowsSample("&page=" + last);
    screen
        .open("?listing=comments&group=" + GROUP + "&page=9000&rating=5")
        .click("[data-key=page-1]");
    assertShowsSample("&rating=5");
    screen.open("?listing=comments&group=" + GROUP + "&page=abc&rating=5");
    assertTrue(screen.text("#problem").contains("\"abc\""), screen.text("#problem"));
    screen.click("#problem a");
    assertShowsSample("&rating=5");
  }

  /// Clicks through all pages, and returns the places of all parts of the pager, each once.
  private static @Nullable Object placesOfThePager() {
    return screen
        .browser()
        .driver()
        .executeAsyncScript(
            """
            const done = arguments[0], places = new Set();
            const busy = () => document.getElementById("results").getAttribute("aria-busy") !== "false";
            const wait = () => new Promise((go) => setTimeout(go, 5));
            for (let pages = 1; pages <= 200; pages++) {
              while (busy()) await wait();
              places.add([...document.querySelectorAll("#pager .step, #pager li, #pager form *")]
                .filter((part) => part.offsetParent)
                .map((part) => { const { x, y, width } = part.getBoundingClientRect(); return [x, y, width]; }).join(" "));
              const next = document.querySelector("a[data-key=next]");
              if (!next) { done([pages, ...places]); return; }
              next.click();
            }
            done(["it never ends"]);
            """);
  }

  @Test
  void pagerStaysWhereItIsOnEveryPage() {
    for (int width : List.of(1280, 390)) {
      screen.browser().resize(width, width == 390 ? 844 : 900);
      screen.open("?listing=comments&group=" + GROUP + "&size=5");
      List<?> places = (List<?>) Objects.requireNonNull(placesOfThePager());
      assertTrue(((Number) places.getFirst()).intValue() >= 20, () -> width + ": " + places);
      assertEquals(2, places.size(), () -> width + ": " + places);
    }
  }

  @Test
  void keysLeadToTheNeighbouringPagesUnlessSomeoneTypes() throws Exception {
    screen.open("?listing=comments&group=" + GROUP);
    screen.press("j");
    screen.awaitQuery("page=2");
    screen.press(Keys.ARROW_RIGHT);
    screen.awaitQuery("page=3");
    assertShowsSample("&page=3");
    screen.press("k");
    screen.awaitQuery("page=2");
    screen.find("[data-key=go-to]").sendKeys("j", Keys.ARROW_LEFT);
    screen.idle();
    assertShowsSample("&page=2");
  }

  /// Shows the pager of a list with so many pages, at its first, middle and last one.
  ///
  /// @return for each of them the lines that its parts stand in, the parts beyond the window's
  ///   edges, and its height
  private static List<?> measured(int pages) {
    Object measured =
        screen
            .browser()
            .driver()
            .executeAsyncScript(
                """
                const [last, done] = arguments;
                const state = { listing: "comments", group: ["DAFT_PUNK_TSHIRT"], item: [], filters: {} };
                const nav = document.getElementById("pager");
                import("/local/page/pager.js").then(({ showPager }) => done([1, Math.ceil(last / 2), last].flatMap((number) => {
                  showPager(nav, state, { page: { number, totalPages: last } }, () => {});
                  const parts = [...nav.querySelectorAll(".step, .number, .place, .go-to input, .go-to button")]
                    .map((part) => part.getBoundingClientRect()).filter((part) => part.width > 1);
                  const lines = parts.map(({ top }) => top).sort((a, b) => a - b).filter((top, i, all) => i === 0 || top - all[i - 1] > 15);
                  const wide = parts.filter(({ left, right }) => left < 0 || right > innerWidth);
                  return [lines.length, wide.length + (document.documentElement.scrollWidth > innerWidth ? 1 : 0), nav.offsetHeight];
                })));
                """,
                pages);
    return (List<?>) Objects.requireNonNull(measured);
  }

  @Test
  void pagerHoldsFromOnePageToAMillion() {
    for (int width : List.of(1280, 1024, 768, 390)) {
      screen.browser().resize(width, width == 390 ? 844 : 900);
      screen.open("?listing=comments&group=" + GROUP);
      for (int pages : List.of(1, 9, 90, 100, 999, 1_000, 10_000, 100_000, 1_000_000)) {
        List<?> measured = measured(pages);
        String where = width + " pixels, " + pages + " pages: " + measured;
        for (int i = 0; i < 9; i += 3) {
          int lines = ((Number) Objects.requireNonNull(measured.get(i))).intValue();
          assertTrue(lines <= (width == 390 ? 2 : 1), where);
          assertEquals(0L, measured.get(i + 1), where);
          assertEquals(measured.get(2), measured.get(i + 2), where);
        }
      }
    }
  }

  /// A window that becomes narrow has fewer numbers at once; a wide one has them again.
  @Test
  void pagerFollowsTheWindowsWidth() {
    screen.open("?listing=comments&group=" + GROUP + "&size=5");
    int wide = screen.all("#pager li").size();
    screen.browser().resize(390, 844);
    screen.browser().await().until(_ -> screen.all("#pager li").size() < wide);
    screen.browser().resize(1280, 900);
    screen.browser().await().until(_ -> screen.all("#pager li").size() == wide);
  }
}
