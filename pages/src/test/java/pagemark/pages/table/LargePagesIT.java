package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.entry.Order;
import pagemark.index.Figures;
import pagemark.pages.Definitions;
import pagemark.pages.ListedTable;
import pagemark.pages.ListingQuery;
import pagemark.pages.Rounds;
import pagemark.pages.result.Page;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/// Pages of 200 and 500 items of 1 KB. What they take is counted for docs/listings.md. A call of
/// BatchGetItem takes 100 keys, so such a page takes several side by side.
final class LargePagesIT {
  private static final String LARGE = Definitions.COMMENTS.replace("\"max\": 100", "\"max\": 500");
  private static final ListedTable TABLE = new ListedTable("large-pages", LARGE).open();

  private final ListingQuery byQuery = TABLE.asked(TABLE.index().reader());
  private final ListingQuery byKey =
      TABLE.asked(LARGE.replace("\"projection\": \"all\"", "\"projection\": \"keys\""));

  @BeforeAll
  static void fill() {
    TABLE.put(IntStream.range(0, 600).mapToObj(i -> SizedItems.item("X", 1, i)).toList());
  }

  @AfterEach
  void heal() {
    TABLE.wire().heal();
  }

  private static Page page(ListingQuery query, int size) {
    return query.group("X").order(Order.ASCENDING).size(size).page(1);
  }

  @ParameterizedTest
  @CsvSource({"200, 2", "500, 5"})
  void aPageIsOneQueryOrACallForEachHundredKeysSideBySide(int size, int batches) {
    page(byQuery, 20);
    Page queried = page(byQuery, size);
    assertEquals(SizedItems.keys(1, 0, size), keys(queried));
    assertCost(queried, "plan=query", "tableCalls=1", "roundTrips=1", "discarded=0");
    Figures.counted("large-page-" + size, queried.cost().readUnits());

    page(byKey, 20);
    Rounds rounds = TABLE.wire().expectRounds(batches);
    Page read = page(byKey, size);
    rounds.check();
    assertEquals(queried.items(), read.items());
    assertCost(read, "plan=batch-get", "tableCalls=" + batches, "roundTrips=1", "indexCalls=1");
    Figures.counted("large-page-by-key-" + size, read.cost().readUnits());
  }

  /// The first two of the five calls read nothing, as if the table were throttled.
  @Test
  void unprocessedKeysAreReadAgain() {
    page(byKey, 20);
    AtomicInteger refused = new AtomicInteger();
    TABLE
        .wire()
        .changeBatches(
            response -> refused.incrementAndGet() > 2 ? response : unprocessed(response));
    Page page = page(byKey, 500);
    assertEquals(SizedItems.keys(1, 0, 500), keys(page));
    assertCost(page, "tableCalls=8", "roundTrips=2", "suspects=0");
  }

  private static BatchGetItemResponse unprocessed(BatchGetItemResponse response) {
    String table = TABLE.table();
    List<Map<String, AttributeValue>> keys =
        response.responses().values().iterator().next().stream()
            .<Map<String, AttributeValue>>map(
                item -> Map.of("PK", fromS(ListedTable.text(item, "PK"))))
            .toList();
    return response.toBuilder()
        .responses(Map.of(table, List.of()))
        .unprocessedKeys(Map.of(table, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }
}
