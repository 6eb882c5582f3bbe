package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.pages.GroupQuery;
import pagemark.pages.error.PagesException;
import pagemark.redis.RedisTopology;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What requests get of a listing that has no index yet, whose index is lost, or whose stack has
/// got another kind of index: first pages and pages at cursors from the table, a 503 for all
/// others, until the rebuild.
@Nightly
@TakesLong(nightly = 10)
final class AnotherIndexIT {
  private static final String NOTES =
      """
      { "notes": { "table": "notes", "index": "byUser", "projection": "all",
          "group": { "attribute": "user" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "id" } ], "attributes": ["id"] } }
      """;
  private static final List<String> IDS = IntStream.range(0, 9).mapToObj(i -> "n" + i).toList();

  private static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "id", AttributeValue.fromS("n" + i),
        "user", AttributeValue.fromS("rita"),
        "at", AttributeValue.fromN("" + i));
  }

  @Test
  void firstPagesComeFromTheTableUntilTheIndexIsBuilt() {
    List<Map<String, AttributeValue>> items =
        IntStream.range(0, IDS.size()).mapToObj(AnotherIndexIT::item).toList();
    try (DeployedNotes notes = new DeployedNotes(items);
        IndexStore redis = RedisTopology.SINGLE_NODE.emptyStore();
        IndexStore tables = notes.tables()) {
      assertOnlyFirstPages(notes, redis);
      assertBuilt(notes, redis);

      assertOnlyFirstPages(notes, tables);
      assertBuilt(notes, tables);

      try (IndexStore lost = RedisTopology.SINGLE_NODE.emptyStore()) {
        assertOnlyFirstPages(notes, lost);
        assertBuilt(notes, lost);
      }
    }
  }

  private static void assertOnlyFirstPages(DeployedNotes notes, IndexStore store) {
    GroupQuery asked = asked(notes, store);
    assertEquals(IDS.subList(0, 4), DeployedNotes.keys(asked.page(1)));
    String cursor = DeployedNotes.cursor(asked.page(1));
    assertEquals(IDS.subList(4, 8), DeployedNotes.keys(asked.cursor(cursor)));
    assertThrows(PagesException.NotReady.class, () -> asked.page(2));
  }

  private static GroupQuery asked(DeployedNotes notes, IndexStore store) {
    return notes.pages(store, NOTES).listing("notes").group("rita").size(4);
  }

  private static void assertBuilt(DeployedNotes notes, IndexStore store) {
    assertTrue(notes.rebuild(store, NOTES));
    assertEquals(IDS.subList(4, 8), DeployedNotes.keys(asked(notes, store).page(2)));
  }
}
