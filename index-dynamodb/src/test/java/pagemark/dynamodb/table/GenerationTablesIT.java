package pagemark.dynamodb.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.FaultyDynamo;
import pagemark.dynamodb.request.LocalTables;
import pagemark.dynamodb.request.TableNames;
import pagemark.index.Figures;
import pagemark.index.IndexException;
import pagemark.index.Markers.Data;
import pagemark.index.Markers.State;
import pagemark.state.Generation.GenerationId;
import pagemark.tree.request.MissingGenerationException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

final class GenerationTablesIT {
  private static final int LOOKS_MAX = 6;
  private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd";
  private static final TableSettings CAP = new TableSettings(1_000L, 2_000L, KEY);

  private final FaultyDynamo faults = new FaultyDynamo();
  private final String generation = GenerationId.next(Instant.now());
  private LocalTables local;
  private GenerationTables tables;
  private MarkerItem marker;

  @BeforeEach
  void open() {
    local = LocalTables.create();
    Calls calls = new Calls(() -> faults.client(local.client()), local.clock());
    tables = new GenerationTables(calls, local.names(), CAP, LOOKS_MAX, Duration.ofMillis(1));
    marker = new MarkerItem(calls, local.names());
  }

  private TableDescription description() {
    String table = local.names().table(generation);
    return local.client().describeTable(d -> d.tableName(table)).table();
  }

  /// Lets DynamoDB report a table that is being created or deleted.
  private void report(int times, TableStatus status) {
    for (int time = 0; time < times; time++) {
      faults.change(
          "describeTable",
          reply -> {
            DescribeTableResponse response = (DescribeTableResponse) reply;
            return DescribeTableResponse.builder()
                .table(response.table().toBuilder().tableStatus(status).build())
                .build();
          });
    }
  }

  @Test
  void aTableIsOnDemandWithACostCapAndAKeyAndCanBeDeleted() {
    tables.create(generation);
    TableDescription table = description();
    assertEquals(BillingMode.PAY_PER_REQUEST, table.billingModeSummary().billingMode());
    assertEquals(TableStatus.ACTIVE, table.tableStatus());
    assertEquals(1_000, table.onDemandThroughput().maxReadRequestUnits());
    assertEquals(2_000, table.onDemandThroughput().maxWriteRequestUnits());
    // DynamoDB Local takes a key, and does not say so.
    assertEquals(KEY, tables.creation("table").sseSpecification().kmsMasterKeyId());
    assertFalse(Boolean.TRUE.equals(table.deletionProtectionEnabled()));
    tables.delete(generation);
    tables.delete(generation);
    assertThrows(ResourceNotFoundException.class, this::description);
  }

  @Test
  void creatingATableAgainKeepsWhatItHolds() {
    tables.create(generation);
    assertTrue(marker.building(generation, "nonce", Instant.EPOCH));
    report(2, TableStatus.CREATING);
    tables.create(generation);
    assertTrue(faults.isOver(), "it was waited for");
    assertFalse(marker.building(generation, "nonce", Instant.EPOCH));
  }

  @Test
  void aTableThatSomebodyElseCreatesAtTheSameTimeIsTaken() {
    faults.fail("createTable", ResourceInUseException.builder().build());
    tables.create(generation);
    assertEquals(TableStatus.ACTIVE, description().tableStatus());
  }

  @Test
  void waitsAreBounded() {
    tables.create(generation);
    report(LOOKS_MAX, TableStatus.CREATING);
    IndexException late =
        assertThrows(IndexException.Unavailable.class, () -> tables.create(generation));
    assertTrue(String.valueOf(late.getMessage()).contains("CREATING"), late.getMessage());
    for (int time = 0; time < LOOKS_MAX; time++) {
      faults.fail("deleteTable", ResourceInUseException.builder().build());
    }
    assertThrows(IndexException.Unavailable.class, () -> tables.delete(generation));
    tables.delete(generation);
    assertTrue(faults.isOver());
  }

  @Test
  void listsTheTablesOfThisIndexAlone() {
    String other = "tk3x9f0abc";
    tables.create(generation);
    tables.create(other);
    tables.create("g1");
    of(local.names().prefix() + "-tk3x9f0abd").create(generation);
    createForeign(local.names().prefix() + generation, ScalarAttributeType.B);
    assertEquals(Set.of(data(generation, false), data(other, false)), Set.copyOf(tables.list()));
    tables.delete(other);
    assertEquals(List.of(data(generation, false)), tables.list());
  }

  private boolean remove(String table) {
    return tables.remove(new Data(table, "", false));
  }

  @Test
  void aTableIsRemovedWithoutAWait() {
    String runs = local.names().table(generation) + "-runs";
    tables.create(generation);
    of(local.names().table(generation)).create("runs");
    assertEquals(
        Set.of(data(generation, false), new Data(runs, generation, true)),
        Set.copyOf(tables.list()));
    assertTrue(remove(runs));
    assertTrue(remove(runs), "it is gone");
    faults.fail("deleteTable", ResourceInUseException.builder().build());
    assertFalse(remove(local.names().table(generation)));
    assertEquals(List.of(data(generation, false)), tables.list());
    assertTrue(remove(local.names().table(generation)));
    assertEquals(List.of(), tables.list());
  }

  /// Tables of somebody else, by chance of the same form.
  @Test
  void aTableOfOtherKeysIsNeverTouched() {
    for (ScalarAttributeType type : List.of(ScalarAttributeType.B, ScalarAttributeType.S)) {
      String name = "production" + (type == ScalarAttributeType.B ? "" : "1");
      createForeign(local.names().table(name), type);
      assertThrows(IndexException.Unavailable.class, () -> tables.delete(name));
      assertThrows(IndexException.Unavailable.class, () -> tables.create(name));
      assertFalse(remove(local.names().table(name)));
      String table = local.names().table(name);
      local.client().describeTable(d -> d.tableName(table));
    }
  }

  private Data data(String made, boolean ofRebuild) {
    return new Data(local.names().table(made), made, ofRebuild);
  }

  private GenerationTables of(String prefix) {
    return new GenerationTables(local.calls(), new TableNames(prefix), CAP);
  }

  /// A table with another sort key, or with a partition key of another type.
  private void createForeign(String table, ScalarAttributeType type) {
    boolean isSorted = type == ScalarAttributeType.S;
    List<KeySchemaElement> keys = new ArrayList<>(List.of(key("p", KeyType.HASH)));
    List<AttributeDefinition> types = new ArrayList<>(List.of(attribute("p", type)));
    if (isSorted) {
      keys.add(key("s", KeyType.RANGE));
      types.add(attribute("s", ScalarAttributeType.S));
    }
    local
        .client()
        .createTable(
            c ->
                c.tableName(table)
                    .keySchema(keys)
                    .attributeDefinitions(types)
                    .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  @Test
  void aReadOfTheMarkerTakesAUnit() {
    tables.create(generation);
    DynamoDbClient metered =
        new DynamoDbClient() {
          @Override
          public GetItemResponse getItem(GetItemRequest get) {
            GetItemRequest asked = get.toBuilder().returnConsumedCapacity("TOTAL").build();
            GetItemResponse reply = local.client().getItem(asked);
            Figures.counted("marker-reads", reply.consumedCapacity().capacityUnits());
            return reply;
          }

          @Override
          public String serviceName() {
            return "dynamodb";
          }

          @Override
          public void close() {}
        };
    MarkerItem read = new MarkerItem(new Calls(() -> metered, local.clock()), local.names());
    marker.building(generation, "nonce", Instant.EPOCH);
    assertEquals(Optional.of(State.BUILDING), read.state(generation));
  }

  @Test
  void aMarkerBelongsToItsNonce() {
    assertEquals(Optional.empty(), marker.state(generation));
    assertThrows(
        MissingGenerationException.class, () -> marker.building(generation, "a", Instant.EPOCH));
    assertThrows(MissingGenerationException.class, () -> marker.ready(generation, "a"));
    marker.remove(generation);
    tables.create(generation);
    assertEquals(Optional.empty(), marker.state(generation));
    assertFalse(marker.ready(generation, "a"));
    assertTrue(marker.building(generation, "a", Instant.EPOCH));
    assertFalse(marker.ready(generation, "b"));
    assertEquals(Optional.of(State.BUILDING), marker.state(generation));
    assertTrue(marker.ready(generation, "a"));
    assertFalse(marker.building(generation, "a", Instant.EPOCH));
    assertEquals(Optional.of(State.READY), marker.state(generation));
    assertTrue(marker.building(generation, "b", Instant.EPOCH));
    assertEquals(Optional.of(State.BUILDING), marker.state(generation));
    marker.remove(generation);
    assertEquals(Optional.empty(), marker.state(generation));
  }
}
