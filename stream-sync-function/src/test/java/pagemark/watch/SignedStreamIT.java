package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import pagemark.sql.SqlServer;
import pagemark.sync.EventJson;
import pagemark.sync.LocalServers;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// Compares the images in DynamoDB Local's stream with GetItem's answer for the same item.
/// GetRecords returns an empty map as `{}`, without a type, at any depth, and no other value.
final class SignedStreamIT {
  private static final String TABLE = "values";

  private final LocalServers servers = new LocalServers(SqlServer.SQLITE);
  private final SignedStream stream =
      servers.records(servers.createTable(TABLE, "id", ScalarAttributeType.S));

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void imagesAreTheItemsWhateverTheirValues() {
    put("all", ofEveryType());
    JsonNode first = stored("all");
    AttributeValue inner = AttributeValue.fromM(ofEveryType());
    put("all", Map.of("deep", AttributeValue.fromL(List.of(inner, AttributeValue.fromS("x")))));
    JsonNode second = stored("all");
    List<JsonNode> records = read(2);
    assertEquals(first, records.getFirst().at("/dynamodb/NewImage"));
    assertTrue(records.getFirst().at("/dynamodb/OldImage").isMissingNode());
    assertEquals(first, records.getLast().at("/dynamodb/OldImage"));
    assertEquals(second, records.getLast().at("/dynamodb/NewImage"));
  }

  /// `load` and the page refuse an empty name too.
  @Test
  void anEmptyNameIsRefusedInAMapToo() {
    Map<String, AttributeValue> odd =
        Map.of("m", AttributeValue.fromM(Map.of("", AttributeValue.fromS("x"))));
    assertThrows(DynamoDbException.class, () -> put("odd", odd));
  }

  private List<JsonNode> read(int count) {
    String iterator = stream.iterator(stream.shards().getFirst().id(), null);
    List<JsonNode> records = stream.read(iterator).records();
    assertEquals(count, records.size());
    return records;
  }

  private void put(String id, Map<String, AttributeValue> values) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(values);
    item.put("id", AttributeValue.fromS(id));
    servers.dynamo.putItem(p -> p.tableName(TABLE).item(item));
  }

  private JsonNode stored(String id) {
    JsonNode request =
        EventJson.parse(
            "{\"TableName\":\"%s\",\"Key\":{\"id\":{\"S\":\"%s\"}},\"ConsistentRead\":true}"
                .formatted(TABLE, id));
    Map<String, String> headers =
        Map.of(
            "Content-Type",
            "application/x-amz-json-1.0",
            "X-Amz-Target",
            "DynamoDB_20120810.GetItem");
    return stream.calls().post("dynamodb", servers.endpoint, headers, request).path("Item");
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
}
