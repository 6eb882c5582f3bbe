package pagemark.pages.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.ListingQuery;
import pagemark.pages.Pages;
import pagemark.pages.error.PagesException.InvalidCursor;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.result.Page;
import pagemark.state.Generation;
import pagemark.state.SampleGenerations;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages of a listing whose definition has changed, before and after the index of the new one is
/// built. Notes 0 to 9 were made in this order, and have their size the other way round.
final class ChangedListingIT {
  private static final String NOTES =
      """
      { "notes": {
          "table": "${TABLE_NAME}", "index": "byUser", "projection": "all",
          "group": { "attribute": "user" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "PK" } ],
          "filters": { "kind": { "attribute": "kind", "values": ["a", "b"] } },
          "attributes": ["PK"] } }
      """;
  private static final String BY_SIZE =
      NOTES
          .replace("\"at\"", "\"size\"")
          .replace("\"index\": \"byUser\", \"projection\": \"all\",", "");
  private static final List<String> ASCENDING =
      IntStream.range(0, 10).mapToObj(i -> "n" + i).toList();

  private Instant now = Instant.parse("2026-11-26T12:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final ListedTable table;

  ChangedListingIT() {
    table = new ListedTable("changed-" + System.nanoTime(), NOTES, index).open();
    table.put(IntStream.range(0, 10).mapToObj(ChangedListingIT::note).toList());
  }

  private static Map<String, AttributeValue> note(int number) {
    return Map.of(
        "PK", fromS("n" + number),
        "user", fromS("rita"),
        "other", fromS("rita"),
        "at", fromN("" + number),
        "size", fromN("" + (100 - number)),
        "kind", fromS(number % 2 == 0 ? "a" : "b"));
  }

  private ListingQuery asked(String definition) {
    return Pages.of(
            table.services(
                Definitions.listings(definition, table.table()), table.index().reader(), () -> now))
        .listing("notes");
  }

  /// Builds and serves an index of another definition.
  private void rebuild(String definition) {
    Listing listing = Definitions.listings(definition, table.table()).ofPath("notes").getFirst();
    Generation built = SampleGenerations.of(listing, "g2", Generation.State.BUILDING);
    table.state().register(built);
    index.building("g2", "nonce", Instant.EPOCH);
    index.ready("g2", "nonce");
    for (int i = 0; i < 10; i++) {
      if (listing.definition().indexable(note(i)) instanceof Indexed(var groups, var entry)) {
        groups.forEach(group -> index.plant(built.group(group), entry, true));
      }
    }
    table.state().serve("notes", "g2");
  }

  private static List<String> all(ListingQuery asked) {
    return ListedTable.keys(asked.group("rita").size(10).page(1));
  }

  /// No index of DynamoDB has the old order any more, so the items are read by key.
  @Test
  void anotherSortIsServedOnceItIsBuilt() {
    ListingQuery changed = asked(BY_SIZE);
    GroupQuery three = changed.group("rita").size(3);
    Page page = three.page(2);
    assertEquals(List.of("n3", "n4", "n5"), ListedTable.keys(page));
    assertEquals(OptionalLong.of(10), page.total());
    assertEquals(List.of("n3", "n4"), ListedTable.keys(three.window("3", "5").page(1)));
    String cursor = page.ends().after().orElseThrow().text();
    assertEquals(List.of("n6", "n7", "n8"), ListedTable.keys(three.cursor(cursor)));

    rebuild(BY_SIZE);
    now = now.plus(Duration.ofSeconds(6));
    assertEquals(ASCENDING.reversed(), all(changed), "a query that was kept");
    assertThrows(InvalidCursor.class, () -> changed.group("rita").size(3).cursor(cursor));
  }

  @Test
  void otherFiltersAreServedOnceTheyAreBuilt() {
    String other = NOTES.replace("\"kind\": {", "\"sort2\": {");
    ListingQuery changed = asked(other);
    assertEquals(
        List.of("n0", "n2"),
        ListedTable.keys(changed.group("rita").filter("kind", "a").size(2).page(1)));
    assertThrows(
        InvalidParameter.class, () -> changed.group("rita").filter("sort2", "a"), "to come");
    assertThrows(
        NotReady.class, () -> changed.declared().group("rita").filter("sort2", "a").page(2));

    rebuild(other);
    now = now.plus(Duration.ofSeconds(6));
    assertEquals(
        List.of("n0", "n2"),
        ListedTable.keys(changed.group("rita").filter("sort2", "a").size(2).page(1)));
    assertThrows(InvalidParameter.class, () -> changed.group("rita").filter("kind", "a"));
  }

  @Test
  void otherSizesNeedNoIndex() {
    ListingQuery changed =
        asked(NOTES.replace("\"attributes\"", "\"pageSize\": { \"default\": 4 }, \"attributes\""));
    assertEquals(ASCENDING.subList(0, 4), ListedTable.keys(changed.group("rita").page(1)));
  }

  /// A group by another attribute may be somebody else's, and an item that conditions exclude
  /// nobody's.
  @Test
  void anotherGroupOrConditionIsNotServedByTheOldIndex() {
    for (String other :
        List.of(
            NOTES.replace("\"user\"", "\"other\""),
            NOTES.replace(
                "\"sort\"",
                "\"where\": { \"attribute\": \"kind\", \"exists\": true }, \"sort\""))) {
      ListingQuery changed = asked(other);
      assertThrows(NotReady.class, () -> changed.group("rita").size(3).page(2), other);
      assertEquals(changed.declared().listing(), changed.listing());
    }
  }
}
