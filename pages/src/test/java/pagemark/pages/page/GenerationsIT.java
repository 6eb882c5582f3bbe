package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.json.DefinitionReader;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.ListingQuery;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.result.Page;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;

/// Tests which generation of an index a page is read from, and the answer if there is none.
final class GenerationsIT {
  private static final InstantSource CLOCK = InstantSource.system();

  private static final String PLACES =
      """
      { "places": {
          "table": "${TABLE_NAME}", "group": { "attribute": "PK2" },
          "sort": { "attribute": "name", "type": "text" }, "key": [ { "attribute": "PK" } ],
          "attributes": "*" } }
      """;

  @Test
  void withoutAGenerationThereIsNoPageUntilOneServes() {
    ListedTable table = new ListedTable("generations-none", Definitions.COMMENTS);
    assertNotReady(table.asked());
    table.open();
    table.asked().group("x").page(1);
  }

  @Test
  void aReplacedGenerationIsNoticedWithinTheRequest() {
    InMemoryIndex index = new InMemoryIndex(CLOCK, IndexSettings.DEFAULT);
    ListedTable table = new ListedTable("generations-replaced", Definitions.COMMENTS, index).open();
    GroupQuery query = table.asked().group("x");
    query.page(1);
    index.flush();
    table.serve("g2");
    assertCost(query.page(1), "indexCalls=2");
    assertCost(query.page(1), "indexCalls=1");
  }

  /// The table's stream was switched off and on.
  @Test
  void aSuspendedIndexIsNotReadyAndItsCursorsAreReadFromTheTable() {
    ListedTable table = new ListedTable("generations-suspended", Definitions.COMMENTS).open();
    table.put(
        List.of(
            ListedTable.comment("rita", "x", "2024-05-02 00:00"),
            ListedTable.comment("omar", "x", "2024-05-01 00:00")));
    table.state().suspend("comments", "g1");
    assertNotReady(table.asked());
    GroupQuery query = table.asked().group("x").size(1);
    assertThrows(NotReady.class, query::facets);
    Page first = query.page(1);
    assertEquals(List.of("rita"), keys(first));
    assertEquals(OptionalLong.empty(), first.total());
    assertEquals(List.of("omar"), keys(query.read(first.ends().after().orElseThrow())));
  }

  private static void assertNotReady(ListingQuery asked) {
    assertThrows(NotReady.class, () -> asked.group("x").page(5));
  }

  @Test
  void anIndexOfAnotherFoldingIsRefused() {
    ListedTable table = new ListedTable("generations-folding", PLACES).open();
    assertEquals(List.of(), table.asked().group("x").page(1).items());
    table.index().markers().building("g2", "nonce", Instant.EPOCH);
    String other =
        table.listing().definition().json().replaceFirst("\"folding\":\\d+", "\"folding\":16");
    table
        .state()
        .register(
            SampleGenerations.of(
                table.listing().by(DefinitionReader.parse(other)),
                "g2",
                Generation.State.BUILDING));
    table.index().markers().ready("g2", "nonce");
    table.state().serve("places", "g2");
    GroupQuery places = table.asked(table.index().reader()).group("x");
    NotReady refused = assertThrows(NotReady.class, () -> places.page(1));
    assertTrue(String.valueOf(refused.getMessage()).contains("pagemark rebuild"));
  }
}
