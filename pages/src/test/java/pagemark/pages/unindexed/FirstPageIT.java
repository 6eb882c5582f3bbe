package pagemark.pages.unindexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.ListedTable.with;
import static pagemark.pages.Wire.assertCost;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.entry.Order;
import pagemark.pages.Broken;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.ListingQuery;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// First pages that are read without the index. `SortedListIT` compares many with those that are
/// read with it.
final class FirstPageIT {
  private static final ListedTable TABLE =
      new ListedTable("first-page", Definitions.COMMENTS).open();

  private final ListingQuery down = TABLE.asked(Broken.down());
  private final ListingQuery lost = TABLE.asked(Broken.notReady());

  @BeforeEach
  void knowTheGenerations() {
    down.group("nobody").page(1);
    TABLE.wire().drain();
  }

  @AfterEach
  void heal() {
    TABLE.wire().heal();
  }

  private void assertSameItems(String group, int size, Order order) {
    GroupQuery counted = TABLE.asked().group(group).size(size).order(order);
    Page with = counted.page(1);
    for (ListingQuery other : List.of(down, lost)) {
      GroupQuery asked = other.group(group).size(size).order(order);
      Page page = asked.page(1);
      assertEquals(with.items(), page.items(), asked.scope()::toString);
      assertEquals(OptionalLong.of(1), page.number());
      assertTrue(page.diagnosis().indexFailure().isPresent());
      assertEquals(OptionalLong.empty(), page.totalPages());
      assertEquals(with.first(), page.first());
      assertEquals(Optional.empty(), page.prev());
      assertEquals(Optional.empty(), page.last());
      assertEquals(with.next().isPresent(), page.next().isPresent());
      page.next()
          .map(Start.Cursor.class::cast)
          .ifPresent(next -> assertEquals(counted.page(2).items(), asked.read(next).items()));
    }
    assertThrows(NotReady.class, () -> lost.group(group).size(size).page(2));
  }

  private void assertNeedsIndex(Executable page) {
    assertThrows(IndexUnavailable.class, page);
  }

  @Test
  void isOneQueryForOneItemMoreThanThePage() {
    TABLE.put(IntStream.range(0, 30).mapToObj(i -> minute("apart", i)).toList());
    Page page = down.group("apart").size(5).page(1);
    QueryRequest query = assertInstanceOf(QueryRequest.class, TABLE.wire().only());
    assertEquals(6, query.limit());
    assertCost(page, "plan=first-page", "indexCalls=0", "tableCalls=1", "readUnits=0.5");
  }

  private static Map<String, AttributeValue> minute(String group, int i) {
    return ListedTable.comment(
        "%s-%03d".formatted(group, i), group, "2024-05-01 00:%02d".formatted(i));
  }

  /// Such items would all have to be read by key before one page of them is known.
  @Test
  void aConditionThatTheIndexOfTheTableDoesNotCarryNeedsTheIndex() {
    String definition =
        Definitions.COMMENTS
            .replace("\"projection\": \"all\"", "\"projection\": \"keys\"")
            .replace(
                "\"group\"", "\"where\": {\"attribute\": \"rating\", \"not\": [5]}, \"group\"");
    ListedTable table = new ListedTable("first-condition", definition).open();
    Map<String, AttributeValue> shown =
        ListedTable.with(minute("met", 1), "rating", AttributeValue.fromN("4"));
    table.put(List.of(minute("met", 0), shown, minute("met", 2)));
    assertEquals(List.of("met-001"), keys(table.asked().group("met").page(1)));
    assertNeedsIndex(() -> table.asked(Broken.down()).group("met").page(1));
  }

  @Test
  void aListingWithoutGroupsIsReadFromAnIndexThatHasAllItemsUnderOneValue() {
    String definition =
        """
        { "notes": {
            "table": "${TABLE_NAME}", "index": "byKind",
            "partition": { "attribute": "kind", "template": "NOTE" },
            "where": { "attribute": "kind", "values": ["NOTE"] },
            "sort":  { "attribute": "at", "type": "integer" },
            "key":   [ { "attribute": "PK" } ],
            "attributes": ["PK"] } }
        """;
    ListedTable table = new ListedTable("first-whole", definition).open();
    table.put(List.of(note("a", "NOTE", 3), note("b", "DRAFT", 2), note("c", "NOTE", 1)));
    assertEquals(List.of("c", "a"), keys(table.asked().group().page(1)));
    assertEquals(List.of("c", "a"), keys(table.asked(Broken.down()).group().page(1)));
  }

  private static Map<String, AttributeValue> note(String key, String kind, int at) {
    return Map.of("PK", fromS(key), "kind", fromS(kind), "at", AttributeValue.fromN("" + at));
  }

  @Test
  void aTieOfAThousandItemsIsCompletedAndALongerOneNeedsTheIndex() {
    TABLE.put(
        IntStream.range(0, 1_000)
            .mapToObj(i -> ListedTable.comment("thousand-" + i, "thousand", "2024-05-01 00:30"))
            .toList());
    assertSameItems("thousand", 20, Order.ASCENDING);
    assertSameItems("thousand", 100, Order.DESCENDING);
    TABLE.put(List.of(ListedTable.comment("thousand-more", "thousand", "2024-05-01 00:30")));
    assertNeedsIndex(() -> down.group("thousand").size(20).page(1));
    assertNeedsIndex(() -> down.group("thousand").size(100).page(1));
  }

  @Test
  void aTieOverAMegabyteNeedsTheIndex() {
    List<Map<String, AttributeValue>> large = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Map<String, AttributeValue> item = new HashMap<>(minute("large", 0));
      item.put("PK", fromS("large-%02d".formatted(i)));
      item.put("text", fromS("x".repeat(50_000)));
      large.add(item);
    }
    TABLE.put(large);
    assertNeedsIndex(() -> down.group("large").size(5).page(1));
    assertSameItems("large", 40, Order.DESCENDING);
  }

  @Test
  void itemsThatAreNotListedAreLeftOutAndOthersTakeTheirPlace() {
    TABLE.put(IntStream.range(0, 10).mapToObj(i -> minute("poison", i)).toList());
    TABLE.intoTable(
        IntStream.range(0, 150)
            .mapToObj(
                i -> ListedTable.comment("poison-x" + i, "poison", "2024-05-01 00:0" + i + "!"))
            .toList());
    assertSameItems("poison", 5, Order.ASCENDING);
    assertSameItems("poison", 5, Order.DESCENDING);
    assertSameItems("poison", 50, Order.DESCENDING);
  }

  @Test
  void givesUpAfterEightReadsOfItemsThatCannotBeListed() {
    TABLE.intoTable(
        IntStream.range(0, 900)
            .mapToObj(i -> ListedTable.comment("endless-" + i, "endless", "y" + i))
            .toList());
    TABLE.wire().drain();
    assertNeedsIndex(() -> down.group("endless").size(5).page(1));
    assertEquals(8, TABLE.wire().count());
  }

  @Test
  void failsIfTheTableIsBusy() {
    TABLE
        .wire()
        .beforeRequests(
            _ -> {
              throw SdkClientException.create("busy");
            });
    assertThrows(TableUnavailable.class, () -> down.group("busy").page(1));
  }
}
