package pagemark.sync;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Random writes to a table that two listings share with other entities. There are few items,
/// groups and sort values, so that every item moves, ties, vanishes, turns to poison, leaves a
/// condition and comes back.
public final class RandomTable {
  public static final Listings LISTINGS =
      Listings.parse(
          """
          { "comments": {
              "table": "comments", "index": "byProduct", "projection": "all",
              "group": { "attribute": "PK2" },
              "sort":  { "attribute": "SK", "type": "datetime", "pattern": "uuuu-MM-dd HH:mm" },
              "key":   [ { "attribute": "PK" } ],
              "filters": { "rating":   { "attribute": "rating", "values": [1, 2] },
                           "language": { "attribute": "language", "values": ["de", "en"] } },
              "attributes": "*" },
            "by-author": {
              "table": "comments", "index": "byAuthor", "projection": "all",
              "where": { "attribute": "language", "not": ["pt"] },
              "group": { "attribute": "author" },
              "sort":  { "attribute": "likes", "type": "integer" },
              "key":   [ { "attribute": "PK" } ],
              "attributes": "*" } }
          """,
          Map.of());

  /// The listing `comments` with the definition of an older generation.
  public static final Listing OLDER =
      Listings.parse(
              """
              { "comments": {
                  "table": "comments",
                  "group": { "attribute": "PK2" },
                  "sort":  { "attribute": "likes", "type": "integer" },
                  "key":   [ { "attribute": "PK" } ],
                  "attributes": "*" } }
              """,
              Map.of())
          .find("comments")
          .orElseThrow();

  public static final List<String> GROUPS = List.of("A", "B", "C", "x", "y");

  public final TableModel table;
  private final Random random;

  public RandomTable(Random random) {
    this(random, SyncFixture.CLOCK);
  }

  public RandomTable(Random random, InstantSource clock) {
    table = new TableModel(clock);
    this.random = random;
  }

  public List<DynamodbStreamRecord> writes(int count) {
    List<DynamodbStreamRecord> records = new ArrayList<>();
    while (records.size() < count) {
      String key = "item" + random.nextInt(8);
      if (random.nextInt(5) > 0) {
        records.add(table.put(item(key)));
      } else if (table.holds(key)) {
        records.add(table.remove(key));
      }
    }
    return records;
  }

  private Map<String, AttributeValue> item(String key) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", fromS(key));
    if (random.nextInt(10) == 0) {
      item.put("entity", fromS("account"));
      return item;
    }
    put(item, "PK2", fromS("A"), fromS("B"), fromS("C"), fromS("A"), fromS("B"), fromN("7"));
    put(item, "SK", date(1), date(2), date(3), date(1), date(2), date(3), fromS("May"));
    put(item, "rating", fromN("1"), fromN("2"), fromN("2.0"), fromN("9"), fromS("1"));
    put(item, "language", fromS("de"), fromS("en"), fromS("pt"));
    put(item, "author", fromS("x"), fromS("y"));
    put(item, "likes", fromN("1"), fromN("2"), fromN("2"), fromN("3"), fromN("2.5"));
    return item;
  }

  private static AttributeValue date(int day) {
    return fromS("2024-05-0" + day + " 00:00");
  }

  /// One of `values`, or sometimes none.
  private void put(Map<String, AttributeValue> item, String name, AttributeValue... values) {
    if (random.nextInt(12) > 0) {
      item.put(name, values[random.nextInt(values.length)]);
    }
  }
}
