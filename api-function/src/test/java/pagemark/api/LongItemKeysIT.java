package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.api.Front.Reply;
import pagemark.pages.Definitions;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// Requests with `item`, for a table with a sort key. The story: DynamoDB accepts 2,048 bytes in a
/// partition key and 1,024 in a sort key, and a longer sort key was answered with 500.
final class LongItemKeysIT {
  private static final Shop SHOP = new Shop("long-item-keys", Definitions.COMMENTS).open();

  private static String listing(String first, String second) {
    return """
    { "pages": { "table": "${TABLE_NAME}", "index": "bySite", "group": { "attribute": "site" },
        "sort": { "attribute": "rank", "type": "integer" }, "key": [ %s, %s ], "attributes": "*" } }
    """
        .formatted(first, second);
  }

  private static void create(DynamoDbClient dynamo, String table, ScalarAttributeType version) {
    dynamo.createTable(
        t ->
            t.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    attribute("path", ScalarAttributeType.S), attribute("version", version))
                .keySchema(element("path", KeyType.HASH), element("version", KeyType.RANGE)));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /// The listing may name the attributes in either order.
  @ParameterizedTest
  @CsvSource({"string, false", "string, true", "binary, false", "binary, true"})
  void aKeyThatDynamoDbCannotHoldIsRefusedWithTheLimit(String type, boolean turned) {
    boolean binary = type.equals("binary");
    String table = "long-item-keys-" + type + "-" + turned;
    create(
        SHOP.settings("redis://localhost", InstantSource.system()).dynamo(),
        table,
        binary ? ScalarAttributeType.B : ScalarAttributeType.S);
    String path = "{ \"attribute\": \"path\" }";
    String version = "{ \"attribute\": \"version\", \"type\": \"%s\" }".formatted(type);
    String definition = turned ? listing(version, path) : listing(path, version);
    Front front =
        SHOP.front(Definitions.listings(definition, table), InstantSource.system(), false);
    Keys keys = new Keys(front, binary, turned);

    assertEquals(404, keys.ask(2_048, 1_024).status());
    keys.assertRefused(2_048, 1_025, "at most 1024 bytes in the table's sort key");
    keys.assertRefused(1, 1_025, "at most 1024 bytes in the table's sort key");
    keys.assertRefused(1, 2_048, "at most 1024 bytes in the table's sort key");
    keys.assertRefused(1, 2_049, "1 to 2048 bytes");
    keys.assertRefused(2_049, 1, "1 to 2048 bytes");
  }

  /// Requests items by keys of given lengths in bytes.
  private record Keys(Front front, boolean binary, boolean turned) {
    Reply ask(int path, int version) {
      String first = "item=" + text(path);
      String second = "item=" + (binary ? base64(version) : text(version));
      return front.get("/pages/x?" + (turned ? second + "&" + first : first + "&" + second));
    }

    /// Two bytes a character, but for the last.
    private static String text(int bytes) {
      return "%C3%A9".repeat(bytes / 2) + "a".repeat(bytes % 2);
    }

    private static String base64(int bytes) {
      return Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[bytes]);
    }

    void assertRefused(int path, int version, String allowed) {
      Reply refused = ask(path, version);
      assertEquals(400, refused.status(), refused.text());
      assertEquals("item", refused.body().path("parameter").textValue());
      String told = refused.body().path("allowed").textValue();
      assertTrue(told.contains(allowed), told);
      String value = refused.body().path("value").textValue();
      assertTrue(value.length() > 50, "not the other attribute: " + value);
    }
  }
}
