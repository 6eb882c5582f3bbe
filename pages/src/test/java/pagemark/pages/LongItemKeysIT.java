package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;

import java.time.InstantSource;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.listing.json.Listings;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.result.Page;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Questions with `item`, for a table with a sort key. The story: DynamoDB accepts 2,048 bytes in a
/// partition key and 1,024 in a sort key, and a longer sort key was an exception of the client.
final class LongItemKeysIT {
  private static final ListedTable TABLE =
      new ListedTable("long-item-keys", Definitions.COMMENTS).open();

  private static String listing(String first, String second) {
    return """
    { "pages": { "table": "${TABLE_NAME}", "index": "bySite", "group": { "attribute": "site" },
        "sort": { "attribute": "rank", "type": "integer" }, "key": [ %s, %s ], "attributes": "*" } }
    """
        .formatted(first, second);
  }

  /// The listing may name the attributes in either order.
  @ParameterizedTest
  @CsvSource({"string, false", "string, true", "binary, false", "binary, true"})
  void aKeyThatDynamoDbCannotHoldIsRefusedWithTheLimit(String type, boolean turned) {
    boolean binary = type.equals("binary");
    String table = "long-item-keys-" + type + "-" + turned;
    DynamoDbClient dynamo = TABLE.settings("redis://localhost", InstantSource.system()).dynamo();
    dynamo.createTable(
        ListingTables.creation(
            table,
            ListingTables.attribute("path", "S"),
            ListingTables.attribute("version", binary ? "B" : "S")));
    String path = "{ \"attribute\": \"path\" }";
    String version = "{ \"attribute\": \"version\", \"type\": \"%s\" }".formatted(type);
    String definition = turned ? listing(version, path) : listing(path, version);
    Listings listings = Definitions.listings(definition, table);
    Pages pages =
        Pages.of(TABLE.services(listings, TABLE.index().reader(), InstantSource.system()));
    Keys keys = new Keys(pages.listing("pages").group("x"), binary, turned);

    assertThrows(UnknownItem.class, () -> keys.ask(2_048, 1_024));
    keys.assertRefused(2_048, 1_025, "at most 1024 bytes in the table's sort key");
    keys.assertRefused(1, 1_025, "at most 1024 bytes in the table's sort key");
    keys.assertRefused(1, 2_048, "at most 1024 bytes in the table's sort key");
    keys.assertRefused(1, 2_049, "1 to 2048 bytes");
    keys.assertRefused(2_049, 1, "1 to 2048 bytes");
  }

  /// Asks for items by keys of given lengths in bytes.
  private record Keys(GroupQuery query, boolean binary, boolean turned) {
    Page ask(int path, int version) {
      String first = text(path);
      String second = binary ? base64(version) : text(version);
      return turned ? query.item(second, first) : query.item(first, second);
    }

    /// Two bytes a character, but for the last.
    private static String text(int bytes) {
      return "é".repeat(bytes / 2) + "a".repeat(bytes % 2);
    }

    private static String base64(int bytes) {
      return Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[bytes]);
    }

    void assertRefused(int path, int version, String allowed) {
      InvalidParameter refused = assertThrows(InvalidParameter.class, () -> ask(path, version));
      assertEquals("item", refused.name());
      assertTrue(refused.valid().contains(allowed), refused.valid());
      assertTrue(refused.value().length() > 50, "not the other attribute: " + refused.value());
    }
  }
}
