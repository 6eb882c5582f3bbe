package pagemark.pages.unindexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import pagemark.entry.Order;
import pagemark.listing.Listing;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.items.PageItems;
import pagemark.pages.items.PageItems.FetchedItems;
import pagemark.pages.request.FilterText;
import pagemark.pages.request.PageRequest;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.FetchPlan;
import pagemark.pages.table.FetchPlan.RangeQuery;
import pagemark.pages.table.FetchPlan.Ranges;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableRead.Left;
import pagemark.pages.table.TableReader;
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

  private final List<RangeQuery> queries = new ArrayList<>();
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
    public List<TableRead> scan(Listing listing, Ranges asked) {
      queries.addAll(asked.parts());
      now = now.plusSeconds(2);
      int number = queries.size();
      String product = number <= unlisted ? "another" : "x";
      Map<String, AttributeValue> item =
          Map.of("product", fromS(product), "at", fromS("a" + number));
      return List.of(new TableRead(List.of(item), 1, 0.5, Left.of(item, false)));
    }
  }

  private int unlisted;

  private static PageRequest request(String secondKey) {
    Listing listing = Definitions.only(TABLE.formatted(secondKey));
    Scope scope = Scope.of(listing, List.of("x")).with(Order.ASCENDING).withSize(1);
    return PageRequest.of(scope, new Start.Numbered(1), Room.ENDLESS);
  }

  @Test
  void aTableInOrderIsReadOnFromWhereARunStopped() {
    FetchedItems page = pages.read(request("at")).orElseThrow();
    assertEquals("a1", ListedTable.text(page.items().getFirst(), "at"));
    assertNull(Definitions.only(TABLE.formatted("at")).accesses().getFirst().index());
    assertEquals(2, queries.size());
    assertEquals(Map.of(), queries.getFirst().start());
    assertEquals(fromS("a1"), queries.getLast().start().get("at"));
  }

  @Test
  void aTableInAnotherOrderIsNotRead() {
    assertEquals(Optional.empty(), pages.read(request("id")));
    assertEquals(List.of(), queries);
  }

  /// They lie scattered among the others of the group.
  @Test
  void itemsOfAnOpenValueAreNotRead() {
    String filter =
        "\"filters\": {\"tag\": {\"attribute\": \"tag\", \"values\": \"any\"}}, \"group\"";
    Listing open = Definitions.only(TABLE.formatted("at").replace("\"group\"", filter));
    Scope scope = FilterText.filtered(Scope.of(open, List.of("x")), "tag", List.of("sale"));
    PageRequest request = PageRequest.of(scope, new Start.Numbered(1), Room.ENDLESS);
    assertEquals(Optional.empty(), pages.read(request));
    assertEquals(List.of(), queries);
  }

  @Test
  void noReadBeginsAfterItsTime() {
    unlisted = 100;
    assertThrows(TableUnavailable.class, () -> pages.read(request("at")));
    assertEquals(3, queries.size());
  }
}
