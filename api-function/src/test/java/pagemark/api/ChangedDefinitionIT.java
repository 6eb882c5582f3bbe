package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;

/// What a deployment answers whose listing has changed, until the index of that is built: pages by
/// the old definition. What only the new one has is a 503, and what neither has is refused by the
/// new one.
final class ChangedDefinitionIT {
  private static final Shop SHOP = new Shop("changed-definition", Definitions.COMMENTS).open();
  private static final String CHANGED =
      Definitions.COMMENTS.replaceFirst(
          "\"filters\": *\\{",
          "\"filters\": { \"author\": {\"attribute\": \"PK\", \"values\": \"any\"}, ");
  private static final Front FRONT =
      SHOP.front(Definitions.listings(CHANGED, SHOP.table()), InstantSource.system(), false);

  @BeforeAll
  static void fill() {
    SHOP.put(
        List.of(
            ListedTable.comment("rita", "x", "2024-05-01 00:00"),
            ListedTable.comment("omar", "x", "2024-05-02 00:00")));
  }

  @Test
  void pagesAreThoseOfTheOldIndex() {
    for (String url :
        List.of(
            "/comments/x",
            "/comments/x?page=2&size=1",
            "/comments/x?rating=other",
            "/comments/x/facets",
            "/comments/x?item=rita&size=1")) {
      Reply before = SHOP.front().get(url);
      Reply reply = FRONT.get(url);
      assertEquals(200, reply.status(), url);
      assertEquals(before.keys(), reply.keys(), url);
      assertEquals(before.body().at("/page"), reply.body().at("/page"), url);
    }
  }

  @Test
  void whatIsToComeIsA503() {
    Reply reply = FRONT.get("/comments/x?author=rita&page=1");
    assertEquals(503, reply.status(), reply.text());
    assertTrue(reply.headers().containsKey("Retry-After"), reply.headers()::toString);
  }

  @Test
  void whatIsWrongInBothIsRefusedByTheNewOne() {
    Reply reply = FRONT.get("/comments/x?writer=rita");
    assertEquals(400, reply.status());
    assertTrue(reply.text().contains("author"), reply.text());
    assertEquals(400, FRONT.get("/comments/x?size=0").status());
    assertEquals(404, FRONT.get("/comments/x?page=9").status());
  }
}
