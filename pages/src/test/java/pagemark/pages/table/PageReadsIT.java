package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Order;
import pagemark.index.IndexServer;
import pagemark.index.TakesLong;
import pagemark.pages.Definitions;
import pagemark.pages.GroupQuery;
import pagemark.pages.ListedTable;
import pagemark.pages.Wire;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.result.Page;
import pagemark.redis.RedisTopology;
import pagemark.sql.EachSqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// Tests the requests that DynamoDB gets, case by case, and the pages made from the answers.
@ParameterizedClass
@EnumSource(RedisTopology.class)
@EachSqlServer
@TakesLong(nightly = 30)
final class PageReadsIT {
  private static final Map<IndexServer, ListedTable> TABLES = new HashMap<>();

  private final ListedTable comments;
  private final GroupQuery shirts;

  PageReadsIT(IndexServer server) {
    comments = TABLES.computeIfAbsent(server, PageReadsIT::filled);
    shirts = comments.asked().group("SHIRT");
  }

  private static ListedTable filled(IndexServer server) {
    ListedTable table =
        new ListedTable("page-reads-" + server, Definitions.COMMENTS, server.emptyStore()).open();
    table.put(comments());
    return table;
  }

  private static List<Map<String, AttributeValue>> comments() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int minute = 0; minute < 50; minute++) {
      String at = "2024-05-01 00:%02d".formatted(minute);
      items.add(ListedTable.comment("shirt%02d".formatted(minute), "SHIRT", at));
    }
    for (int tie = 0; tie < 1000; tie++) {
      items.add(ListedTable.comment("tie%03d".formatted(tie), "TIE", "2024-05-01 00:00"));
    }
    items.add(ListedTable.comment("odd", "a b/ü", "2024-05-01 00:00"));
    return items;
  }

  @BeforeEach
  void forgetRequests() {
    shirts.page(1);
    comments.wire().drain();
  }

  @Test
  void aPageIsOneQueryOfItsRange() {
    shirts.page(2);
    QueryRequest query = (QueryRequest) comments.wire().only();
    assertEquals(comments.table(), query.tableName());
    assertEquals("byProduct", query.indexName());
    assertEquals(
        "#partition = :partition AND #sort BETWEEN :low AND :high", query.keyConditionExpression());
    assertEquals("PK2", query.expressionAttributeNames().get("#partition"));
    assertEquals("SK", query.expressionAttributeNames().get("#sort"));
    assertEquals(
        Map.of(
            ":partition", fromS("SHIRT"),
            ":low", fromS("2024-05-01 00:10"),
            ":high", fromS("2024-05-01 00:29")),
        query.expressionAttributeValues());
    assertEquals(20, query.limit());
    assertFalse(query.scanIndexForward());
    assertFalse(query.hasExclusiveStartKey());
    assertFalse(Boolean.TRUE.equals(query.consistentRead()));
    assertEquals("TOTAL", query.returnConsumedCapacityAsString());
  }

  @Test
  void aPageInsideAGiantTieIsOneReadByKey() {
    Page page = comments.asked().group("TIE").order(Order.ASCENDING).page(25);
    List<String> expected = IntStream.range(480, 500).mapToObj(i -> "tie" + i).toList();
    assertEquals(expected, keys(page));
    KeysAndAttributes keys = Wire.batch(comments.wire().only(), comments.table());
    assertEquals(expected.stream().map(k -> Map.of("PK", fromS(k))).toList(), keys.keys());
    assertFalse(Boolean.TRUE.equals(keys.consistentRead()));
    assertEquals(5, keys.expressionAttributeNames().size());
    assertCost(page, "plan=batch-get", "indexCalls=1");
  }

  @Test
  void anEmptyGroupHasAFirstPageWithoutAnyRead() {
    GroupQuery nobody = comments.asked().group("NOBODY");
    for (Page page : List.of(nobody.page(1), nobody.skip(0))) {
      assertEquals(List.of(), page.items());
      assertEquals(OptionalLong.of(0), page.totalPages());
      assertEquals(Optional.empty(), page.next());
    }
    assertThrows(PastEnd.class, () -> nobody.page(2));
    assertEquals(List.of(), comments.wire().drain());
  }

  @Test
  void pastTheEndTheLastPageIsNamedWithoutAnyRead() {
    PastEnd page = assertThrows(PastEnd.class, () -> shirts.page(4));
    assertEquals(3, page.lastPage());
    assertEquals(OptionalLong.empty(), page.lastSkip());
    PastEnd skip = assertThrows(PastEnd.class, () -> shirts.skip(50));
    assertEquals(3, skip.lastPage());
    assertEquals(OptionalLong.of(30), skip.lastSkip());
    assertThrows(PastEnd.class, () -> shirts.size(100).page(Integer.MAX_VALUE));
    assertEquals(List.of(), comments.wire().drain());
  }

  @Test
  void theLastPageCostsWhatTheFirstCosts() {
    for (int number : new int[] {1, 2, 200}) {
      Page page = comments.asked().group("TIE").size(5).page(number);
      assertCost(page, "plan=batch-get", "indexCalls=1", "tableCalls=1", "readUnits=2.5");
      assertCost(page, "suspects=0", "discarded=0", "roundTrips=1");
    }
    Page query = shirts.page(2);
    assertCost(query, "plan=query", "indexCalls=1", "tableCalls=1", "readUnits=0.5");
    assertCost(query, "suspects=0", "discarded=0", "roundTrips=1");
  }
}
