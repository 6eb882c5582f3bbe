package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Uses the page with a listing of posts by tag, which has open filters, in Chromium.
@Nightly
@TakesLong(nightly = 20)
final class WebPageOpenFiltersIT extends PageTest {
  private static final String JAVA = "?listing=posts&group=java";
  private static final String AUTHOR = "[data-filter=author] input";
  private static final String TAG = "[data-filter=tag] input";

  @BeforeAll
  static void start() throws Exception {
    for (int i = 0; i < 12; i++) {
      Map<String, AttributeValue> item = post(i);
      scene.stack().client().putItem(put -> put.tableName("comments").item(item));
    }
    screen.browser().await().until(_ -> total("/posts/java") == 12);
  }

  private static Map<String, AttributeValue> post(int i) {
    Stream<String> tags = i % 2 == 0 ? Stream.of("java", "sql") : Stream.of("java");
    return Map.of(
        "PK", fromS("post-" + i),
        "posted", fromN(String.valueOf(i)),
        "draft", fromBool(i % 3 == 0),
        "author", fromS(i < 5 ? "Rita, Inc." : "tom"),
        "tags", fromL(tags.map(AttributeValue::fromS).toList()));
  }

  private static int total(String api) {
    try {
      return screen.api(api).at("/page/totalItems").intValue();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertShows(String api) throws Exception {
    assertEquals(screen.apiItems(api), screen.items());
    assertEquals("", screen.text("#problem"));
  }

  private static String value(String css) {
    return String.valueOf(screen.find(css).getDomProperty("value"));
  }

  @Test
  void groupsWithinOthersAreNoChoice() {
    screen.open(JAVA);
    List<String> options = screen.all("#group option").stream().map(WebElement::getText).toList();
    assertEquals("Another group…", options.getLast());
    assertTrue(options.contains("java (12)"), options::toString);
    assertTrue(options.stream().noneMatch(option -> option.contains("%=")), options::toString);
  }

  @Test
  void anyValueCanBeTyped() throws Exception {
    screen.open(JAVA).submit(AUTHOR, "Rita, Inc.");
    assertEquals("listing=posts&group=java&author=Rita, Inc.", screen.query());
    assertShows("/posts/java?author=Rita,%20Inc.");
    assertEquals("Rita, Inc.", value(AUTHOR));
    assertTrue(screen.text("#active .chip").startsWith("author: Rita, Inc."));
    assertEquals("2", screen.text("[data-filter=draft] .count").replaceAll("\\D", ""));
    screen.click("input[name=draft][value='true']");
    assertShows("/posts/java?author=Rita,%20Inc.&draft=true");
    screen.submit(TAG, "sql");
    assertEquals("listing=posts&group=java&draft=true&tag=sql", screen.query());
    assertShows("/posts/java?tag=sql&draft=true");
    screen.back();
    assertEquals("Rita, Inc.", value(AUTHOR));
    screen.click("[data-key=clear-author]");
    assertEquals("listing=posts&group=java&draft=true", screen.query());
    screen.open(JAVA + "&author=other").submit(AUTHOR, "");
    assertEquals("listing=posts&group=java", screen.query());
  }

  @Test
  void valuesOfThePageAreSuggestedBesideTheGroup() throws Exception {
    screen.open(JAVA + "&size=5");
    assertEquals(
        List.of("java", "sql"),
        screen.all("#choose [data-filter=tag] option").stream()
            .map(option -> String.valueOf(option.getDomAttribute("value")))
            .toList());
    screen.submit(TAG, "sql");
    assertEquals("listing=posts&group=java&size=5&tag=sql", screen.query());
    assertShows("/posts/java?tag=sql&size=5");
    screen.click("[data-key=next]");
    assertEquals("listing=posts&group=java&page=2&size=5&tag=sql", screen.query());
    assertShows("/posts/java?tag=sql&size=5&page=2");
    screen.open(JAVA + "&tag=cobol");
    assertTrue(screen.text("#items").contains("No item matches"), screen.text("#items"));
    screen.open(JAVA + "&tag=sql&author=tom");
    assertTrue(screen.text("#problem").contains("not both"), screen.text("#problem"));
  }

  @Test
  void isAccessibleAndFitsAPhone() {
    screen.open(JAVA + "&author=tom");
    scene.assertAccessible("open filters");
    screen.browser().resize(390, 844);
    screen.open(JAVA + "&author=tom").click("#refine-toggle");
    scene.assertAccessible("open filters on a phone");
    assertEquals(
        true,
        screen.browser().run("return document.documentElement.scrollWidth <= window.innerWidth"));
  }
}
