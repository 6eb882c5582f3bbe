package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.cursor.CursorKeys;
import pagemark.state.Inexact;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A client that has a page asks again with its tag: it gets a 304 only while the stored page is
/// still right, its totals, links and cursors included.
final class RevalidationIT {
  private static final Instant MORNING = Instant.parse("2026-11-21T06:00:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(MORNING);
  private static final CursorKeys KEYS = Definitions.CURSOR_KEYS;

  private static final Shop SHOP = new Shop("revalidation", Definitions.COMMENTS).open();
  private static final Front FRONT = SHOP.front(Optional.of(KEYS), CLOCK);
  private static final AtomicInteger GROUPS = new AtomicInteger();

  /// Each test has a group of its own.
  private final String group = "g" + GROUPS.incrementAndGet();

  private void add(int from, int to) {
    SHOP.put(comments(from, to));
  }

  /// Comments of which each is newer than the one before.
  private List<Map<String, AttributeValue>> comments(int from, int to) {
    return IntStream.range(from, to).mapToObj(this::comment).toList();
  }

  private Map<String, AttributeValue> comment(int i) {
    return Shop.comment(group + "-" + i, group, "2024-05-01 00:%02d".formatted(i));
  }

  private String url(String query) {
    return "/comments/%s?%s".formatted(group, query);
  }

  /// Asks again for a page that the client has.
  private static Reply again(Front front, String url, Reply stored) {
    return front.get(url, Map.of("if-none-match", stored.header("ETag")));
  }

  /// Newer items follow the page, so its tag tells nothing of the total.
  @Test
  void theTotalOfA304IsThatOfThePageOrNotThere() {
    add(0, 44);
    String url = url("size=4");
    Reply stored = FRONT.get(url);
    assertEquals("44", stored.header("X-Total-Count"));
    assertEquals("44", again(FRONT, url, stored).header("X-Total-Count"));

    String settled = url("size=4&page=1&numbering=stable");
    Reply stable = FRONT.get(settled);
    assertEquals("44", stable.header("X-Total-Count"));
    add(44, 45);
    Reply confirmed = again(FRONT, settled, stable);
    assertEquals(304, confirmed.status());
    assertEquals("", confirmed.header("X-Total-Count"));
    assertEquals("45", FRONT.get(settled).header("X-Total-Count"));
  }

  /// A cursor lasts until the seventh day after the one on which it was made.
  @Test
  void aPageIsSentAnewEachDaySoThatItsCursorsLast() {
    add(0, 20);
    String url = url("size=4&page=2&numbering=stable");
    Reply stored = FRONT.get(url);
    assertEquals("max-age=86400", stored.header("Cache-Control"));
    assertEquals(304, again(at(Duration.ofHours(17)), url, stored).status());
    assertEquals(200, again(at(Duration.ofHours(18)), url, stored).status());

    Front without = SHOP.front(Optional.empty(), CLOCK);
    Reply bare = without.get(url);
    Front later =
        SHOP.front(Optional.empty(), InstantSource.fixed(MORNING.plus(Duration.ofDays(9))));
    assertEquals(304, again(later, url, bare).status(), "it has no cursors");
  }

  private Front at(Duration later) {
    return SHOP.front(Optional.of(KEYS), InstantSource.fixed(MORNING.plus(later)));
  }

  @Test
  void fullPagesKeepNumberItemsAndTagWhileItemsArrive() {
    add(0, 15);
    List<Reply> before = stable(4);
    add(15, 59);
    List<Reply> after = stable(4);
    for (int page = 1; page <= 3; page++) {
      Reply old = before.get(page - 1);
      Reply now = after.get(page - 1);
      assertEquals(old.body().path("items"), now.body().path("items"));
      assertEquals(old.header("ETag"), now.header("ETag"));
      assertEquals(page, now.body().at("/page/number").intValue());
      assertNotEquals(old.body().at("/page/totalItems"), now.body().at("/page/totalItems"));
      assertEquals("max-age=86400", now.header("Cache-Control"));
    }
    assertNotEquals(before.get(3).header("ETag"), after.get(3).header("ETag"));
    assertEquals("max-age=5", before.get(3).header("Cache-Control"));
    assertEquals(
        15, FRONT.get(url("size=4&numbering=stable")).body().at("/page/number").intValue());
  }

  private List<Reply> stable(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(page -> FRONT.get(url("size=4&numbering=stable&page=" + page)))
        .toList();
  }

  @Test
  void answers304IfTheClientHasThePage() {
    add(0, 30);
    String url = url("page=2&size=10");
    Reply page = FRONT.get(url);
    String tag = page.header("ETag");
    for (String same : List.of(tag, tag.substring(2), "\"x\", " + tag, "*")) {
      Reply unchanged = FRONT.get(url, Map.of("if-none-match", same));
      assertEquals(304, unchanged.status(), same);
      assertEquals("", unchanged.text());
      assertEquals(tag, unchanged.header("ETag"));
      assertEquals(page.header("Cache-Control"), unchanged.header("Cache-Control"));
    }
    assertEquals(200, FRONT.get(url, Map.of("if-none-match", "\"x\"")).status());
    assertNotEquals(tag, FRONT.get(url("page=3&size=10")).header("ETag"));
    assertEquals("no-store", FRONT.get(url("page=0")).header("Cache-Control"));
    assertTrue(page.header("Link").endsWith("<" + url + ">; rel=\"canonical\""));
  }

  /// An item is edited, an older one arrives, an item goes, or cursors are sealed with another key.
  @Test
  void whateverChangesOnAPageIsSentAnew() {
    add(0, 30);
    String newest = url("size=4&page=2");
    String settled = newest + "&numbering=stable";
    assertSentAnew(() -> SHOP.put(List.of(edited(24), edited(5))), FRONT, List.of(newest, settled));
    Map<String, AttributeValue> old = Shop.comment(group + "-old", group, "2024-04-01 00:00");
    assertSentAnew(() -> SHOP.put(List.of(old)), FRONT, List.of(newest, settled));
    assertSentAnew(
        () -> List.of("-24", "-5").forEach(item -> SHOP.outOfTable(group + item)),
        FRONT,
        List.of(newest, settled));
    CursorKeys rotated = new CursorKeys("%043d".formatted(7), Optional.of(KEYS.current()));
    assertSentAnew(
        () -> {}, SHOP.front(Optional.of(rotated), CLOCK), List.of(newest, url("size=4&page=4")));
    String full = url("size=4&page=4&numbering=stable");
    assertEquals("max-age=86400", FRONT.get(full).header("Cache-Control"));
    assertSentAnew(() -> {}, SHOP.front(Optional.of(rotated), CLOCK), List.of(full));
  }

  private Map<String, AttributeValue> edited(int item) {
    return Shop.with(comment(item), "title", AttributeValue.fromS("edited"));
  }

  /// @param front that answers after the change
  private static void assertSentAnew(Runnable change, Front front, List<String> urls) {
    List<Reply> stored = urls.stream().map(FRONT::get).toList();
    change.run();
    for (int i = 0; i < urls.size(); i++) {
      assertEquals(200, again(front, urls.get(i), stored.get(i)).status(), urls.get(i));
    }
  }

  @Test
  void noPageWithoutTheIndexIsStored() {
    Front down = SHOP.front(Broken.down());
    assertEquals("no-store", down.get(url("")).header("Cache-Control"));
    assertEquals(503, down.get(url("numbering=stable")).status());
    assertEquals(503, down.get(url("numbering=stable&page=1")).status());
    assertEquals(200, down.get(url("numbering=stable&page=1&order=ascending")).status());
  }

  /// A store came back with an older copy of its data, and the next write noticed.
  @Test
  void anInexactIndexSaysSoUntilTheMarkIsCleared() {
    Shop shop = new Shop("inexact", Definitions.COMMENTS).open();
    shop.put(
        List.of(
            Shop.comment("rita", "x", "2024-05-01 00:00"),
            Shop.comment("omar", "x", "2024-05-02 00:00")));
    String page = "/comments/x?page=1&size=1&numbering=stable";
    Reply exact = fresh(shop).get(page);
    assertFalse(exact.body().get("page").has("exact"));
    assertEquals("max-age=86400", exact.header("Cache-Control"));

    Inexact mark = new Inexact(Inexact.Cause.LOST_WRITES, Instant.EPOCH, Instant.EPOCH);
    shop.state().mark("comments", "g1", mark);
    Reply inexact = fresh(shop).get(page);
    assertEquals(BooleanNode.FALSE, inexact.body().get("page").get("exact"));
    assertEquals("max-age=5", inexact.header("Cache-Control"));
    assertNotEquals(exact.header("ETag"), inexact.header("ETag"));
    assertEquals(BooleanNode.FALSE, fresh(shop).get("/comments/x/facets").body().get("exact"));

    shop.state().clear("comments", "g1", mark);
    assertEquals(exact.header("ETag"), fresh(shop).get(page).header("ETag"));
    assertFalse(fresh(shop).get("/comments/x/facets").body().has("exact"));
  }

  /// An API that has read no generation yet.
  private static Front fresh(Shop shop) {
    return shop.front(shop.listings(), InstantSource.system(), true);
  }
}
