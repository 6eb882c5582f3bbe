package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/// Uses the page as a person does, and compares it with the API's answers.
record Screen(Browser browser, URI url, HttpClient http) {
  private static final JsonMapper JSON = new JsonMapper();

  /// @param query such as `?listing=comments&page=3`, or empty
  Screen open(String query) {
    browser.driver().get(url + query);
    return idle();
  }

  /// Waits until the page shows its answer.
  Screen idle() {
    browser.await().until(_ -> "false".equals(find("#results").getDomAttribute("aria-busy")));
    return this;
  }

  WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  /// Waits until the element is there and visible.
  WebElement shown(String css) {
    browser.await().until(_ -> all(css).stream().anyMatch(WebElement::isDisplayed));
    return find(css);
  }

  List<WebElement> all(String css) {
    return browser.driver().findElements(By.cssSelector(css));
  }

  Screen click(String css) {
    WebElement element = find(css);
    browser.run("arguments[0].scrollIntoView({block: 'center'})", element);
    element.click();
    return idle();
  }

  Screen choose(String css, String value) {
    new Select(find(css)).selectByValue(value);
    return idle();
  }

  Screen submit(String css, String text) {
    find(css).sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE, text, Keys.ENTER);
    return idle();
  }

  /// Picks a date as the date picker does.
  Screen date(String css, String date) {
    browser.run(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))",
        find(css),
        date);
    return idle();
  }

  /// Waits until an element's text has this part.
  void await(String css, String part) {
    browser.await().until(_ -> text(css).contains(part));
  }

  void press(CharSequence... keys) {
    new Actions(browser.driver()).sendKeys(keys).perform();
  }

  /// The key of the element that has the focus.
  String focused() {
    return String.valueOf(browser.run("return document.activeElement.dataset.key"));
  }

  /// Presses Tab until the element with this key has the focus.
  void tabTo(String key) {
    for (int i = 0; i < 150 && !focused().equals(key); i++) {
      press(Keys.TAB);
    }
    assertEquals(key, focused());
  }

  String text(String css) {
    return find(css).getText();
  }

  /// The keys of the items that are shown, in their order, as cards or as rows.
  List<String> items() {
    List<String> keys = new ArrayList<>();
    all("#items > li, #table tbody tr")
        .forEach(item -> keys.add(String.valueOf(item.getDomAttribute("data-item"))));
    return keys;
  }

  /// The address bar's query, decoded.
  String query() {
    String query = URI.create(String.valueOf(browser.driver().getCurrentUrl())).getQuery();
    return query == null ? "" : query.replace('+', ' ');
  }

  void awaitQuery(String part) {
    browser.await().until(_ -> query().contains(part));
    idle();
  }

  /// Goes back in the browser's history.
  void back() {
    String before = query();
    browser.driver().navigate().back();
    browser.await().until(_ -> !query().equals(before));
    idle();
  }

  /// The API's answer.
  JsonNode api(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url.resolve(path)).build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
  }

  List<String> apiItems(String path) throws IOException, InterruptedException {
    return StreamSupport.stream(api(path).path("items").spliterator(), false)
        .map(item -> item.path("PK").textValue())
        .toList();
  }

  /// Asserts that the page shows this page of the API: its items, total and number.
  void assertShowsPage(String path) throws IOException, InterruptedException {
    JsonNode answer = api(path);
    assertEquals(apiItems(path), items());
    JsonNode page = answer.path("page");
    String wanted =
        String.format(
            Locale.ROOT,
            "of %,d %s, page %,d of %,d",
            page.path("totalItems").longValue(),
            path.startsWith("/everything") ? "items" : path.replaceFirst("/([a-z]+).*", "$1"),
            page.path("number").longValue(),
            page.path("totalPages").longValue());
    assertTrue(text("#totals").endsWith(wanted), text("#totals"));
    assertEquals(page.path("number").asText(), text("#pager [aria-current=page]").replace(",", ""));
  }
}
