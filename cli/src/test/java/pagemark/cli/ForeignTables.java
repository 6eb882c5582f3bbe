package pagemark.cli;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import pagemark.embedded.DynamoDbLocal;
import pagemark.local.data.LocalDatabase;
import pagemark.state.DatabasePool;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/// Tables that nobody has made for Pagemark, in a DynamoDB Local: `orders` with two GSIs and
/// without a stream, the single-table design `store`, and `events` by epoch milliseconds.
public record ForeignTables(DynamoDbLocal server, DynamoDbClient client) implements AutoCloseable {
  private static final long MAY_MILLIS = 1_714_521_600_000L;

  static ForeignTables open() {
    DynamoDbLocal server = DatabasePool.borrow();
    ForeignTables tables = new ForeignTables(server, LocalDatabase.client(server.endpoint()));
    tables.addOrders();
    tables.addStore();
    tables.addEvents();
    return tables;
  }

  URI endpoint() {
    return server.endpoint();
  }

  private void addOrders() {
    create(
        "orders",
        false,
        "orderId S",
        Map.of("byCustomer", "customerId S, createdAt S", "byStatus", "status S, createdAt S"));
    List<String> statuses = List.of("OPEN", "PAID", "SHIPPED");
    for (int i = 0; i < 30; i++) {
      put(
          "orders",
          Map.of(
              "orderId", s("00000000-0000-4000-8000-0000000000%02d".formatted(i)),
              "customerId", s("alice"),
              "createdAt", s("2024-05-%02dT07:40:00.123Z".formatted(i + 1)),
              "status", s(statuses.get(i % 3)),
              "total", n(i)));
    }
  }

  private void addStore() {
    create("store", true, "PK S, SK S", Map.of("GSI1", "GSI1PK S, GSI1SK S"));
    put("store", Map.of("PK", s("CUSTOMER#1"), "SK", s("PROFILE"), "name", s("Alice")));
    for (int i = 1; i < 25; i++) {
      String time = "2024-05-%02dT07:40:00Z".formatted(i);
      put(
          "store",
          Map.of(
              "PK", s("CUSTOMER#1"),
              "SK", s("ORDER#" + time),
              "GSI1PK", s("STATUS#OPEN"),
              "GSI1SK", s("ORDER#" + time)));
    }
  }

  private void addEvents() {
    create("events", true, "device S, time N", Map.of());
    IntStream.range(0, 25)
        .forEach(
            i ->
                put(
                    "events",
                    Map.of(
                        "device", s("thermostat"),
                        "time", n(MAY_MILLIS + i),
                        "kind", s(i % 2 == 0 ? "door" : "heat"),
                        "alarm", AttributeValue.fromBool(i % 3 == 0))));
  }

  /// @param key attributes with their types, such as `PK S, SK S`
  /// @param indexes the keys of the GSIs
  void create(String table, boolean streamed, String key, Map<String, String> indexes) {
    create(client, table, streamed, key, indexes);
  }

  /// As [#create(String, boolean, String, Map)], with any client.
  public static void create(
      DynamoDbClient client,
      String table,
      boolean streamed,
      String key,
      Map<String, String> indexes) {
    Map<String, AttributeDefinition> attributes = new HashMap<>();
    List<KeySchemaElement> schema = schema(key, attributes);
    List<GlobalSecondaryIndex> gsis = new ArrayList<>();
    indexes.forEach(
        (name, of) ->
            gsis.add(
                GlobalSecondaryIndex.builder()
                    .indexName(name)
                    .keySchema(schema(of, attributes))
                    .projection(p -> p.projectionType("ALL"))
                    .build()));
    client.createTable(
        c -> {
          c.tableName(table).billingMode(BillingMode.PAY_PER_REQUEST).keySchema(schema);
          c.attributeDefinitions(attributes.values());
          if (!gsis.isEmpty()) {
            c.globalSecondaryIndexes(gsis);
          }
          if (streamed) {
            c.streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
          }
        });
  }

  private static List<KeySchemaElement> schema(
      String key, Map<String, AttributeDefinition> attributes) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (String each : key.split(", ", -1)) {
      String name = each.substring(0, each.indexOf(' '));
      attributes.put(
          name,
          AttributeDefinition.builder()
              .attributeName(name)
              .attributeType(each.substring(each.indexOf(' ') + 1))
              .build());
      KeyType type = schema.isEmpty() ? KeyType.HASH : KeyType.RANGE;
      schema.add(KeySchemaElement.builder().attributeName(name).keyType(type).build());
    }
    return schema;
  }

  void expire(String table, String attribute) {
    client.updateTimeToLive(
        u ->
            u.tableName(table)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(attribute)));
  }

  void put(String table, Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(table).item(item));
  }

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
