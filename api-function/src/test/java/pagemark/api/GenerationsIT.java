package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Listings;

/// Which generation of an index a page is read from, and what is said where there is none.
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
