package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.json.Listings;
import pagemark.pages.Definitions;
import pagemark.state.Inexact;

/// Tests which generation of an index a page is read from, and the answer if there is none.
final class GenerationsIT {
  private static final InstantSource CLOCK = InstantSource.system();

  @Test
  void withoutAGenerationThereIsNoPageUntilOneServes() {
    Shop shop = new Shop("generations-none", Definitions.COMMENTS);
    assertNotReady(shop.front());
    shop.open();
    assertEquals(200, shop.front().get("/comments/x").status());
  }

  @Test
  void theServingGenerationIsReadAgainOnlyAfterFiveSeconds() {
    Shop shop = new Shop("generations-cached", Definitions.COMMENTS).open();
    Instant[] now = {Instant.parse("2024-05-01T00:00:00Z")};
    Front front = shop.front(shop.listings(), () -> now[0], true);
    shop.stateWire().drain();
    for (int request = 0; request < 10; request++) {
      assertEquals(200, front.get("/comments/x").status());
      now[0] = now[0].plusMillis(500);
    }
    assertEquals(1, shop.stateWire().drain().size());
    now[0] = now[0].plusMillis(1);
    assertEquals(200, front.get("/comments/x").status());
    assertEquals(1, shop.stateWire().drain().size());
  }

  @Test
  void aReplacedGenerationIsNoticedWithinTheRequest() {
    InMemoryIndex index = new InMemoryIndex(CLOCK, IndexSettings.DEFAULT);
    Shop shop = new Shop("generations-replaced", Definitions.COMMENTS, index).open();
    assertEquals(200, shop.front().get("/comments/x").status());
    index.flush();
    shop.serve("g2");
    Reply reply = shop.front().get("/comments/x");
    assertEquals(200, reply.status());
    assertTrue(
        reply.header("Pagemark-Cost").contains("index-calls=2"), reply.header("Pagemark-Cost"));
    Reply next = shop.front().get("/comments/x");
    assertTrue(
        next.header("Pagemark-Cost").contains("index-calls=1"), next.header("Pagemark-Cost"));
  }

  @Test
  void aLostIndexIsNotReadyAndNeverAnEmptyGroup() {
    InMemoryIndex index = new InMemoryIndex(CLOCK, IndexSettings.DEFAULT);
    Shop shop = new Shop("generations-lost", Definitions.COMMENTS, index).open();
    shop.put(List.of(Shop.comment("rita", "x", "2024-05-01 00:00")));
    assertEquals(List.of("rita"), PageReadsIT.keys(shop.front().get("/comments/x")));
    index.flush();
    assertNotReady(shop.front());
  }

  @Test
  void anIndexBuiltForAnotherOrderIsNotReadAndOneForOtherFiltersIs() {
    Shop shop = new Shop("generations-changed", Definitions.COMMENTS).open();
    String unfiltered = Definitions.COMMENTS.replaceFirst("\"filters\".*\n", "");
    assertEquals(200, front(shop, unfiltered).get("/comments/x").status());
    assertNotReady(front(shop, Definitions.COMMENTS.replace("HH:mm", "HH:mm:ss")));
    assertNotReady(front(shop, Definitions.COMMENTS.replace("PK2", "PK3")));
  }

  /// A store came back with an older copy of its data, and the next write noticed.
  @Test
  void anInexactIndexSaysSoUntilTheMarkIsCleared() {
    Shop shop = new Shop("generations-inexact", Definitions.COMMENTS).open();
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

  /// The table's stream was switched off and on.
  @Test
  void aSuspendedIndexIsNotReadyAndItsCursorsAreReadFromTheTable() {
    Shop shop = new Shop("generations-suspended", Definitions.COMMENTS).open();
    shop.put(
        List.of(
            Shop.comment("rita", "x", "2024-05-02 00:00"),
            Shop.comment("omar", "x", "2024-05-01 00:00")));
    shop.state().suspend("comments", "g1");
    assertNotReady(shop.front());
    assertEquals(503, shop.front().get("/comments/x/facets").status());
    Reply first = shop.front().get("/comments/x?size=1");
    assertEquals(List.of("rita"), PageReadsIT.keys(first));
    assertTrue(first.body().get("page").get("totalItems").isNull());
    String after = first.body().get("cursors").get("after").textValue();
    assertEquals(
        List.of("omar"), PageReadsIT.keys(shop.front().get("/comments/x?size=1&cursor=" + after)));
  }

  /// An API that has read no generation yet.
  private static Front fresh(Shop shop) {
    return shop.front(shop.listings(), CLOCK, true);
  }

  private static Front front(Shop shop, String definition) {
    Listings changed = Definitions.listings(definition, shop.listing().definition().table());
    return shop.front(changed, CLOCK, true);
  }

  private static void assertNotReady(Front front) {
    Reply reply = front.get("/comments/x?page=5");
    assertEquals(503, reply.status());
    assertEquals("5", reply.header("Retry-After"));
    assertEquals("the index of this listing is not ready", reply.body().get("detail").textValue());
  }
}
