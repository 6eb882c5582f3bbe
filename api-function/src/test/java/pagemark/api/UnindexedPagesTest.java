package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pagemark.key.Group;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.listing.Selection;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class UnindexedPagesTest {
  /// A listing of the table itself.
  private static final String TABLE =
      """
      { "comments": {
          "table": "${TABLE_NAME}",
          "group": { "attribute": "product" },
          "sort":  { "attribute": "at", "type": "string" },
          "key":   [ { "attribute": "product" }, { "attribute": "%s" } ],
          "attributes": ["product", "at"] } }
      """;

  private final List<TableReader.RunQuery> queries = new ArrayList<>();
  private Instant now = Instant.parse("2024-05-01T00:00:00Z");
  private final UnindexedPages pages =
      new UnindexedPages(
          new Slow(), new PageItems(new Slow(), Pauses.by(InstantSource.system())), () -> now);

  /// An endless group. Each read takes two seconds and returns one item; the first are not listed.
  private final class Slow implements TableReader {
    @Override
    public TableRead read(Listing listing, FetchPlan plan) {
      throw new AssertionError("the Query brings all");
    }

    @Override
    public List<Run> run(Listing listing, List<RunQuery> asked) {
      queries.addAll(asked);
      now = now.plusSeconds(2);
      int number = queries.size();
      String product = number <= unlisted ? "another" : "x";
      Map<String, AttributeValue> item =
          Map.of("product", fromS(product), "at", fromS("a" + number));
      return List.of(new Run(new TableRead(List.of(item), 1, 0.5), item));
    }
  }

  private int unlisted;

  private static PageRequest request(String secondKey) {
    Listing listing = Definitions.only(TABLE.formatted(secondKey));
    Start first = new Start.Numbered(1);
    return new PageRequest(
        listing,
        new Group("x"),
        Selection.whole(listing.definition()),
        first,
        1,
        Order.ASCENDING,
        Numbering.FROM_FIRST,
        null,
        new LinkedHashMap<>());
  }

  @Test
  void aTableInOrderIsReadOnFromWhereARunStopped() {
    FetchedItems page = pages.read(request("at")).orElseThrow().checked();
    assertEquals("a1", Shop.text(page.items().getFirst(), "at"));
    assertNull(Definitions.only(TABLE.formatted("at")).own().index());
    assertEquals(2, queries.size());
    assertEquals(Map.of(), queries.getFirst().start());
    assertEquals(fromS("a1"), queries.getLast().start().get("at"));
  }

  @Test
  void aTableInAnotherOrderIsNotRead() {
    assertEquals(Optional.empty(), pages.read(request("id")));
    assertEquals(List.of(), queries);
  }

  @Test
  void noReadBeginsAfterItsTime() {
    unlisted = 100;
    ProblemException busy = assertThrows(ProblemException.class, () -> pages.read(request("at")));
    assertEquals(Failures.busy(), busy.problem());
    assertEquals(3, queries.size());
  }
}
