package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.IndexStore;
import pagemark.listing.json.DefinitionReader;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.redis.RedisTopology;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The story: `lod` did not find Łódź, Łomża came behind Zamość, and nobody could ask for the items
/// whose state is an empty string.
final class OddValuesIT {
  private static final String PLACES =
      """
      { "places": {
          "table": "${TABLE_NAME}", "group": { "attribute": "PK2" },
          "where": { "attribute": "kind", "not": [""] },
          "sort": { "attribute": "name", "type": "text" }, "key": [ { "attribute": "PK" } ],
          "filters": { "st": { "attribute": "st", "values": ["", "A"] } }, "attributes": "*" } }
      """;

  private static Map<String, AttributeValue> place(String name, String st, String kind) {
    return Map.of(
        "PK",
        fromS(name),
        "PK2",
        fromS("x"),
        "name",
        fromS(name),
        "st",
        fromS(st),
        "kind",
        fromS(kind));
  }

  @Test
  void lettersFoldAndAnEmptyStringIsAValue() {
    try (IndexStore index = RedisTopology.SINGLE_NODE.emptyStore()) {
      ListedTable table = new ListedTable("odd-values", PLACES, index).open();
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      items.add(place("Lublin", "", "city"));
      items.add(place("Zamość", "B", "city"));
      items.add(place("Łódź", "A", "city"));
      items.add(place("Łomża", "", "city"));
      items.add(place("Ľubica", "", ""));
      table.put(items);
      GroupQuery places = table.asked().group("x");
      assertEquals(List.of("Łódź", "Łomża", "Lublin", "Zamość"), keys(places.page(1)));
      assertEquals(List.of("Łódź"), keys(places.prefix("lod").page(1)));
      assertEquals(List.of("Łomża", "Lublin"), keys(places.filter("st", "").page(1)));
      assertEquals(List.of("Zamość"), keys(places.filter("st", "other").page(1)));
      assertEquals(3, places.filter("st", "", "A").page(1).total().orElseThrow());
      assertThrows(InvalidParameter.class, () -> places.filter("st", "B"));
    }
  }

  @Test
  void anIndexOfAnotherFoldingIsRefused() {
    ListedTable table = new ListedTable("odd-folding", PLACES).open();
    assertEquals(List.of(), table.asked().group("x").page(1).items());
    table.index().markers().building("g2", "nonce", Instant.EPOCH);
    String other =
        table.listing().definition().json().replaceFirst("\"folding\":\\d+", "\"folding\":16");
    table
        .state()
        .register(
            new Generation(
                "g2",
                "places",
                DefinitionReader.parse(other),
                "arn:table",
                "arn:stream",
                Instant.EPOCH,
                Generation.State.BUILDING,
                Set.of(),
                false,
                null));
    table.index().markers().ready("g2", "nonce");
    table.state().serve("places", "g2");
    GroupQuery places = table.asked(table.index().reader()).group("x");
    NotReady refused = assertThrows(NotReady.class, () -> places.page(1));
    assertTrue(String.valueOf(refused.getMessage()).contains("pagemark rebuild"));
  }
}
