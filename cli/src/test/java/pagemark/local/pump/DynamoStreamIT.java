package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import pagemark.embedded.DynamoDbLocal;
import pagemark.state.DatabasePool;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Compares the images in DynamoDB Local's stream with GetItem's answer for the same item.
/// GetRecords returns an empty map as `{}`, without a type, at any depth, and no other value.
final class DynamoStreamIT {
  private static final String TABLE = "values";
  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));
  private static final int ITEMS = 60;

  private static DynamoDbLocal server;
  private static DynamoDbClient dynamo;
  private static DynamoDbStreamsClient streams;
  private static ShardReader reader;

  @BeforeAll
  static void start() {
    server = DatabasePool.borrow();
    dynamo =
        DynamoDbClient.builder()
            .endpointOverride(server.endpoint())
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(CREDENTIALS)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    streams =
        DynamoDbStreamsClient.builder()
            .endpointOverride(server.endpoint())
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(CREDENTIALS)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    RecordStream stream = new DynamoStream(streams, createTable(), 1_000);
    List<Shard> shards = stream.shards();
    assertEquals(1, shards.size());
    reader = stream.read(shards.getFirst());
  }

  @AfterAll
  static void stop() {
    streams.close();
    dynamo.close();
    server.close();
  }

  private static String createTable() {
    return dynamo
        .createTable(
            t ->
                t.tableName(TABLE)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build())
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .streamSpecification(
                        s ->
                            s.streamEnabled(true)
                                .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
        .tableDescription()
        .latestStreamArn();
  }

  @Test
  void imagesAreTheItemsWhateverTheirValues() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<JsonNode> expected = new ArrayList<>();
    put("all", ofEveryType());
    expected.add(stored("all"));
    for (int i = 0; i < ITEMS; i++) {
      String id = "i" + random.nextInt(5);
      // A write that changes nothing makes no record.
      AttributeValue number = AttributeValue.fromN("" + i);
      put(id, Map.of("v", value(random, 4), "w", value(random, 1), "number", number));
      expected.add(stored(id));
    }

    List<StreamRecord> records = read(expected.size());

    Map<JsonNode, JsonNode> before = new LinkedHashMap<>();
    for (int i = 0; i < expected.size(); i++) {
      JsonNode change = records.get(i).json().path("dynamodb");
      assertEquals(expected.get(i), change.path("NewImage"), "seed " + seed);
      JsonNode old = before.put(change.path("Keys"), change.path("NewImage"));
      assertEquals(old == null, change.path("OldImage").isMissingNode(), "seed " + seed);
      assertTrue(old == null || old.equals(change.path("OldImage")), "seed " + seed);
    }
  }

  /// `load` and the page refuse an empty name too.
  @Test
  void anEmptyNameIsRefusedInAMapToo() {
    Map<String, AttributeValue> odd =
        Map.of("m", AttributeValue.fromM(Map.of("", AttributeValue.fromS("x"))));
    assertThrows(DynamoDbException.class, () -> put("odd", odd));
  }

  @Test
  void peeksTellWhetherARecordWouldBeRead() {
    String stream = dynamo.describeTable(d -> d.tableName(TABLE)).table().latestStreamArn();
    Shard shard = new DynamoStream(streams, stream, 1_000).shards().getFirst();
    String latest =
        streams
            .getShardIterator(
                g ->
                    g.streamArn(stream)
                        .shardId(shard.id())
                        .shardIteratorType(ShardIteratorType.LATEST))
            .shardIterator();
    Peek peek = new LocalPeek(server.endpoint());

    assertTrue(peek.isQuiet(latest));
    assertTrue(peek.isQuiet(latest));
    put("peeked", Map.of());
    assertFalse(peek.isQuiet(latest));
    assertThrows(UncheckedIOException.class, () -> peek.isQuiet("no iterator"));
  }

  private static List<StreamRecord> read(int count) {
    List<StreamRecord> records = new ArrayList<>();
    for (int reads = 0; reads < 1_000 && records.size() < count; reads++) {
      records.addAll(reader.next().records());
    }
    assertEquals(count, records.size());
    return records;
  }

  private static void put(String id, Map<String, AttributeValue> values) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(values);
    item.put("id", AttributeValue.fromS(id));
    dynamo.putItem(p -> p.tableName(TABLE).item(item));
  }

  private static JsonNode stored(String id) {
    return StreamEventJson.item(
        dynamo
            .getItem(
                g ->
                    g.tableName(TABLE)
                        .key(Map.of("id", AttributeValue.fromS(id)))
                        .consistentRead(true))
            .item());
  }

  private static Map<String, AttributeValue> ofEveryType() {
    SdkBytes none = SdkBytes.fromByteArray(new byte[0]);
    AttributeValue emptyMap = AttributeValue.fromM(Map.of());
    AttributeValue emptyList = AttributeValue.fromL(List.of());
    return Map.ofEntries(
        Map.entry("s", AttributeValue.fromS("é")),
        Map.entry("emptyText", AttributeValue.fromS("")),
        Map.entry("n", AttributeValue.fromN("-1.5E-7")),
        Map.entry("zero", AttributeValue.fromN("0")),
        Map.entry("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1}))),
        Map.entry("emptyBytes", AttributeValue.fromB(none)),
        Map.entry("yes", AttributeValue.fromBool(true)),
        Map.entry("no", AttributeValue.fromBool(false)),
        Map.entry("null", AttributeValue.fromNul(true)),
        Map.entry("ss", AttributeValue.fromSs(List.of("a", ""))),
        Map.entry("ns", AttributeValue.fromNs(List.of("1"))),
        Map.entry("bs", AttributeValue.fromBs(List.of(none))),
        Map.entry("emptyList", emptyList),
        Map.entry("emptyMap", emptyMap),
        Map.entry(
            "l", AttributeValue.fromL(List.of(emptyMap, emptyList, AttributeValue.fromS("")))),
        Map.entry("m", AttributeValue.fromM(Map.of("a", emptyMap, "b", emptyList))));
  }

  /// @param depth how many levels of maps and lists may follow
  private static AttributeValue value(Random random, int depth) {
    int size = random.nextInt(3);
    return switch (random.nextInt(depth == 0 ? 6 : 9)) {
      case 0 -> AttributeValue.fromS("x".repeat(size));
      case 1 -> AttributeValue.fromN("" + random.nextInt());
      case 2 -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[size]));
      case 3 -> AttributeValue.fromBool(random.nextBoolean());
      case 4 -> AttributeValue.fromNul(true);
      case 5 -> AttributeValue.fromNs(List.of("1", "" + (2 + size)));
      case 6 ->
          AttributeValue.fromL(
              IntStream.range(0, size).mapToObj(_ -> value(random, depth - 1)).toList());
      default -> {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        IntStream.range(0, size).forEach(i -> map.put("k" + i, value(random, depth - 1)));
        yield AttributeValue.fromM(map);
      }
    };
  }
}
