package pagemark.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.check.TableEndpoint;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.init.Draft;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.StackException;
import pagemark.local.data.TableDesign;
import pagemark.local.data.TableSource;
import pagemark.rebuild.RebuildListener;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// Tries an existing table: its pages are right, and the table stays as it was.
@TakesLong(10)
final class TrialIT {
  private static final Duration CATCH_UP_MAX = Patience.of(Duration.ofSeconds(20));
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @Test
  void pagesEqualTheTableFollowItAndLeaveItAlone() throws Exception {
    try (ExistingTable table = ExistingTable.withStream();
        RecordingFront front = new RecordingFront(table.server().endpoint())) {
      table.fill(0, 60);
      List<String> tables = table.tables();
      List<Map<String, AttributeValue>> items = table.items();
      List<String> records = table.records();
      assertEquals(120, records.size());
      try (LocalStack stack = built(front, ExistingTable.LISTINGS)) {
        assertTrue(stack.isReadOnly());
        assertEquals(Set.copyOf(table.ids()), Set.copyOf(TriedPages.walk(stack)));
        assertEquals(minutes(table.ids()), minutes(TriedPages.walk(stack)));
        assertEquals(List.of("pagemark-state"), stateTables(stack));
        assertEquals(items, table.items());
        assertEquals(records, table.records());

        table.put("new", 1_000);
        table.client().deleteItem(d -> d.tableName("notes").key(key("a7")));
        assertTrue(stack.await(CATCH_UP_MAX).isCaughtUp());
        List<String> after = TriedPages.walk(stack);
        assertEquals("new", after.getFirst());
        assertEquals(Set.copyOf(table.ids()), Set.copyOf(after));
        assertEquals(120, after.size());
        JsonNode health = LocalHttp.json(stack, "/health");
        assertEquals("READY", health.path("status").textValue());
        assertEquals(0, health.path("pendingRecords").intValue());
        assertFalse(health.has("snapshotAt"));
      }
      assertEquals(tables, table.tables());
      assertEquals(120, table.items().size());
      assertEquals(122, table.records().size());
      Set<String> ofStreams = Set.of("DescribeStream", "GetShardIterator", "GetRecords");
      assertEquals(
          ofStreams,
          front.operations.stream()
              .filter(o -> !TableEndpoint.ReadOnlyGuard.ALLOWED.contains(o))
              .collect(Collectors.toSet()));
      assertTrue(
          front.operations.containsAll(
              Set.of("DescribeTable", "Scan", "Query", "BatchGetItem", "GetRecords")),
          front.operations::toString);
    }
    assertEquals(List.of(), log, "logged");
  }

  @Test
  void withoutAStreamPagesAreASnapshotAndSaySo() throws Exception {
    try (ExistingTable table = ExistingTable.withoutStream();
        RecordingFront front = new RecordingFront(table.server().endpoint())) {
      table.fill(0, 30);
      List<String> before = table.ids();
      try (LocalStack stack = built(front, ExistingTable.LISTINGS)) {
        List<String> notices = stack.notices();
        assertTrue(
            notices.getLast().contains("snapshot of the table notes")
                && notices.getLast().contains("it has no stream"),
            notices::toString);
        assertEquals(Set.copyOf(before), Set.copyOf(TriedPages.walk(stack)));

        JsonNode listings = LocalHttp.json(stack, "/local/listings");
        assertEquals("query", listings.at("/listings/0/alone").textValue(), listings::toString);
        List<String> race = TriedPages.race(stack, 30);
        assertEquals(3, race.size(), race::toString);
        assertTrue(race.getLast().endsWith("\"end\":\"reached\"}"), race::getLast);

        table.put("new", 1_000);
        JsonNode page = LocalHttp.json(stack, "/notes?group=x&page=2&size=10");
        assertEquals(60, page.at("/page/totalItems").intValue());
        assertEquals(10, page.path("items").size());
        assertFalse(TriedPages.walk(stack).contains("new"));
        JsonNode health = LocalHttp.json(stack, "/health");
        assertEquals("READY", health.path("status").textValue());
        assertTrue(health.path("snapshotAt").isTextual(), health::toString);
        assertFalse(health.has("pendingRecords"));
      }
      assertFalse(front.operations.contains("GetRecords"));
      assertEquals(List.of("notes"), table.tables());
    }
    assertEquals(List.of(), log, "logged");
  }

  @Test
  void streamWithoutBothImagesIsNotFollowed() throws Exception {
    try (ExistingTable table = ExistingTable.of(ExistingTable.LISTINGS, StreamViewType.KEYS_ONLY);
        RecordingFront front = new RecordingFront(table.server().endpoint());
        LocalStack stack = built(front, ExistingTable.LISTINGS)) {
      String notice = stack.notices().getLast();
      assertTrue(notice.contains("its stream has KEYS_ONLY, not NEW_AND_OLD_IMAGES"), notice);
    }
  }

  @Test
  void everyWriteIsRefusedBeforeItIsSent() throws Exception {
    try (ExistingTable table = ExistingTable.withStream();
        RecordingFront front = new RecordingFront(table.server().endpoint())) {
      table.fill(0, 2);
      List<Map<String, AttributeValue>> items = table.items();
      try (LocalStack stack = start(front, ExistingTable.LISTINGS)) {
        assertTrue(
            LocalHttp.json(stack, "/local/listings").at("/listings/0/readOnly").booleanValue());
        writes(stack.client())
            .forEach(
                (operation, write) -> {
                  IllegalStateException refused =
                      assertThrows(IllegalStateException.class, write, operation);
                  assertTrue(
                      String.valueOf(refused.getMessage())
                          .startsWith("this table is only read: " + operation + " is refused"),
                      refused::getMessage);
                  assertFalse(front.operations.contains(operation), operation);
                });
      }
      assertEquals(items, table.items());
      assertEquals(List.of("notes"), table.tables());
    }
  }

  private static Map<String, Executable> writes(DynamoDbClient client) {
    Map<String, AttributeValue> key = key("a1");
    String update = "UPDATE notes SET at = 1 WHERE id = 'a1'";
    return Map.of(
        "PutItem", () -> client.putItem(p -> p.tableName("notes").item(key)),
        "UpdateItem", () -> client.updateItem(u -> u.tableName("notes").key(key)),
        "DeleteItem", () -> client.deleteItem(d -> d.tableName("notes").key(key)),
        "BatchWriteItem", () -> client.batchWriteItem(b -> b.requestItems(Map.of())),
        "TransactWriteItems", () -> client.transactWriteItems(t -> t.transactItems(List.of())),
        "ExecuteStatement", () -> client.executeStatement(e -> e.statement(update)),
        "CreateTable", () -> client.createTable(TableDesign.of(ExistingTable.LISTINGS)),
        "UpdateTable", () -> client.updateTable(u -> u.tableName("notes")),
        "DeleteTable", () -> client.deleteTable(d -> d.tableName("notes")),
        "UpdateTimeToLive", () -> client.updateTimeToLive(u -> u.tableName("notes")));
  }

  @Test
  void reportsAMissingRightByItsName() throws Exception {
    try (ExistingTable table = ExistingTable.withStream();
        RecordingFront front = new RecordingFront(table.server().endpoint())) {
      for (String operation :
          List.of(
              "DescribeTable",
              "Scan",
              "Query",
              "BatchGetItem",
              "DescribeStream",
              "GetShardIterator",
              "GetRecords")) {
        front.deny(operation, "AccessDeniedException");
        assertEquals(
            ("these AWS credentials have no right to dynamodb:%s on the table notes at %s; reading"
                 + " it needs DescribeTable, DescribeTimeToLive, Scan, Query and BatchGetItem on"
                 + " the table and its indexes, DescribeStream, GetShardIterator and GetRecords on"
                 + " its stream")
                .formatted(operation, front.endpoint()),
            refusal(front, ExistingTable.LISTINGS));
      }
      front.deny("DescribeTable", "ExpiredTokenException");
      String expired = refusal(front, ExistingTable.LISTINGS);
      assertTrue(
          expired.startsWith(
              "DynamoDB at %s does not accept these AWS credentials (ExpiredTokenException): set "
                  .formatted(front.endpoint())),
          expired);
    }
  }

  /// Without that right, nobody knows whether items expire; the rest of a draft is as ever.
  @Test
  void aDraftSaysIfItMayNotAskWhetherItemsExpire() throws Exception {
    try (ExistingTable table = ExistingTable.withStream();
        RecordingFront front = new RecordingFront(table.server().endpoint());
        TableSource source = endpoint(front).open()) {
      table.fill(0, 20);
      front.deny("DescribeTimeToLive", "AccessDeniedException");
      var described = pagemark.check.ExistingTable.describe(source, "notes");
      Draft draft = Draft.of(described, null, 100);
      assertEquals(Set.of("notes", "notes-by-topic"), Set.copyOf(draft.names()));
      String told =
          "whether items expire is not known, so no listing has `expires`: these AWS credentials"
              + " have no right to dynamodb:DescribeTimeToLive on the table notes";
      assertTrue(draft.notes().stream().anyMatch(note -> note.startsWith(told)), draft::toString);
    }
  }

  @Test
  void reportsListingsThatContradictTheTable() throws Exception {
    try (ExistingTable table = ExistingTable.withStream();
        RecordingFront front = new RecordingFront(table.server().endpoint())) {
      Consumer<String[]> check =
          change -> {
            Listings changed =
                Listings.parse(ExistingTable.JSON.replace(change[0], change[1]), Map.of());
            String told = refusal(front, changed);
            assertTrue(told.startsWith(change[2].replace("ENDPOINT", "" + front.endpoint())), told);
          };
      check.accept(
          new String[] {
            "\"table\": \"notes\"",
            "\"table\": \"absent\"",
            "there is no table absent at ENDPOINT; check the table's name, AWS_REGION and"
                + " AWS_PROFILE"
          });
      check.accept(
          new String[] {
            "\"type\": \"integer\"",
            "\"type\": \"string\"",
            "the listings do not fit the table notes: listing notes: `group` (or `partition`) and"
                + " `sort` are [topic (S), at (S)], but the key of the index byTopic is [topic (S),"
                + " at (N)]"
          });
    }
  }

  private String refusal(RecordingFront front, Listings listings) {
    StackException refused =
        assertThrows(StackException.class, () -> start(front, listings).close());
    return String.valueOf(refused.getMessage());
  }

  private LocalStack start(RecordingFront front, Listings listings) {
    return PooledStack.start(
        new LocalOptions(0, 0, 0, null, listings, 0, null, endpoint(front), null, null), log::add);
  }

  private static TableEndpoint endpoint(RecordingFront front) {
    return new TableEndpoint(front.endpoint(), LocalDatabase.REGION, LocalDatabase.CREDENTIALS);
  }

  private LocalStack built(RecordingFront front, Listings listings) {
    LocalStack stack = start(front, listings);
    stack.unbuilt().forEach(listing -> stack.build(listing, RebuildListener.NONE));
    return stack;
  }

  private static List<String> minutes(List<String> ids) {
    return ids.stream().map(id -> id.substring(1)).toList();
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  private static List<String> stateTables(LocalStack stack) {
    try (DynamoDbClient client = LocalDatabase.client(stack.dynamodb())) {
      return client.listTables().tableNames();
    }
  }
}
