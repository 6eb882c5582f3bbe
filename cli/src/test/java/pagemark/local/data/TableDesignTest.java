package pagemark.local.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

final class TableDesignTest {
  private static final String COMMENTS =
      listing(
          "comments",
          "comments",
          "byProduct",
          "PK2",
          "\"type\": \"datetime\", \"pattern\": \"uuuu\"");

  @Test
  void tableHasTheListingsKeyAnIndexAndAStream() {
    CreateTableRequest table = design(COMMENTS);

    assertEquals("comments", table.tableName());
    assertEquals(BillingMode.PAY_PER_REQUEST, table.billingMode());
    assertEquals(List.of(element("PK", KeyType.HASH)), table.keySchema());
    assertEquals(
        List.of(
            attribute("PK", ScalarAttributeType.S),
            attribute("PK2", ScalarAttributeType.S),
            attribute("SK", ScalarAttributeType.S)),
        table.attributeDefinitions());
    assertTrue(table.streamSpecification().streamEnabled());
    assertEquals(StreamViewType.NEW_AND_OLD_IMAGES, table.streamSpecification().streamViewType());
    GlobalSecondaryIndex index = table.globalSecondaryIndexes().getFirst();
    assertEquals("byProduct", index.indexName());
    assertEquals(
        List.of(element("PK2", KeyType.HASH), element("SK", KeyType.RANGE)), index.keySchema());
    assertEquals(ProjectionType.ALL, index.projection().projectionType());
  }

  @Test
  void numbersAreNumberAttributes() {
    CreateTableRequest table =
        design(
            """
            "a": {"table": "comments", "index": "byA",
              "group": {"attribute": "g", "type": "number"},
              "sort": {"attribute": "s", "type": "integer"},
              "key": [{"attribute": "k", "type": "number"}], "attributes": "*"}
            """);

    assertEquals(
        List.of(
            attribute("k", ScalarAttributeType.N),
            attribute("g", ScalarAttributeType.N),
            attribute("s", ScalarAttributeType.N)),
        table.attributeDefinitions());
  }

  @Test
  void projectionsAreAsDeclared() {
    CreateTableRequest table =
        design(
            listing("a", "comments", "byA", "g", "\"type\": \"integer\"")
                .replace("\"group\"", "\"projection\": \"keys\", \"group\""),
            listing("b", "comments", "byB", "h", "\"type\": \"integer\"")
                .replace("\"group\"", "\"projection\": [\"x\", \"y\"], \"group\""));

    List<GlobalSecondaryIndex> indexes = table.globalSecondaryIndexes();
    assertEquals(ProjectionType.KEYS_ONLY, indexes.get(0).projection().projectionType());
    assertEquals(ProjectionType.INCLUDE, indexes.get(1).projection().projectionType());
    assertEquals(List.of("x", "y"), indexes.get(1).projection().nonKeyAttributes());
  }

  @Test
  void listingsOfOneIndexShareIt() {
    CreateTableRequest table =
        design(COMMENTS, COMMENTS.replace("\"comments\": {", "\"again\": {"));

    assertEquals(1, table.globalSecondaryIndexes().size());
  }

  @Test
  void templatedIndexesHaveTheirPartitionAttribute() {
    CreateTableRequest table =
        design(
            COMMENTS.replace(
                "\"group\"",
                """
                "partition": {"attribute": "P", "template": "{shard}#{group}", "shards": 4},
                "filters": {"rating": {"attribute": "rating", "values": [1, 2]}},
                "filterIndexes": [{"index": "byRating", "projection": "keys", "attribute": "R",
                  "template": "{group}/{rating}"}],
                "group"\
                """));

    assertEquals(
        List.of(
            attribute("PK", ScalarAttributeType.S),
            attribute("P", ScalarAttributeType.S),
            attribute("SK", ScalarAttributeType.S),
            attribute("R", ScalarAttributeType.S)),
        table.attributeDefinitions());
    List<GlobalSecondaryIndex> indexes = table.globalSecondaryIndexes();
    assertEquals(
        List.of("byProduct", "byRating"),
        indexes.stream().map(GlobalSecondaryIndex::indexName).toList());
    assertEquals(
        List.of(element("P", KeyType.HASH), element("SK", KeyType.RANGE)),
        indexes.get(0).keySchema());
    assertEquals(
        List.of(element("R", KeyType.HASH), element("SK", KeyType.RANGE)),
        indexes.get(1).keySchema());
    assertEquals(ProjectionType.KEYS_ONLY, indexes.get(1).projection().projectionType());
  }

  @Test
  void listingOfATableInShardsHasItsKeyFromPartitionAndSort() {
    CreateTableRequest table =
        design(
            """
            "a": {"table": "comments", "group": {"attribute": "g"},
              "partition": {"attribute": "PK", "template": "{shard}#{group}", "shards": 4},
              "sort": {"attribute": "SK", "type": "string"},
              "key": [{"attribute": "PK"}, {"attribute": "SK"}], "attributes": "*"}
            """);

    assertEquals(
        List.of(element("PK", KeyType.HASH), element("SK", KeyType.RANGE)), table.keySchema());
    assertFalse(table.hasGlobalSecondaryIndexes());
  }

  @Test
  void twoTablesAreRefused() {
    assertRefused(
        "the listings name 2 tables (comments, others); they must name one, as a deployment serves"
            + " one table",
        COMMENTS,
        listing("b", "others", "byB", "g", "\"type\": \"integer\""));
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused(
        "no table fits the listing b: the attribute SK cannot be both S and N",
        COMMENTS,
        listing("b", "comments", "byB", "g", "\"type\": \"integer\""));
    assertRefused(
        "no table fits the listing b: another listing describes the index byProduct differently",
        COMMENTS,
        listing(
            "b", "comments", "byProduct", "g", "\"type\": \"datetime\", \"pattern\": \"uuuu\""));
    assertRefused(
        "no table fits the listing b: its key differs from that of comments",
        COMMENTS,
        COMMENTS.replace("\"comments\": {", "\"b\": {").replace("\"PK\"", "\"other\""));
  }

  @Test
  void withoutAnIndexTheTableNeedsNothingButItsKey() {
    CreateTableRequest table =
        design(
            listing("a", "comments", "", "g", "\"type\": \"binary\"")
                .replace("\"index\": \"\",", ""));
    assertEquals(List.of(attribute("PK", ScalarAttributeType.S)), table.attributeDefinitions());
    assertEquals(List.of(), table.globalSecondaryIndexes());
  }

  private static void assertRefused(String message, String... listings) {
    var e = assertThrows(StackException.class, () -> design(listings));
    assertEquals(message, e.getMessage());
  }

  private static CreateTableRequest design(String... listings) {
    return TableDesign.of(Listings.parse("{" + String.join(",", listings) + "}", Map.of()));
  }

  private static String listing(
      String name, String table, String index, String group, String sort) {
    return """
    "%s": {"table": "%s", "index": "%s", "group": {"attribute": "%s"},
      "sort": {"attribute": "SK", %s}, "key": [{"attribute": "PK"}], "attributes": "*"}
    """
        .formatted(name, table, index, group, sort);
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }
}
