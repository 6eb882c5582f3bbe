package pagemark.sync;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Random writes to a table that three listings share with other entities. There are few items,
/// groups and sort values, so that every item moves, ties, vanishes, turns to poison, leaves a
/// condition and comes back. In the third, an item is in a group for each of its tags, and within
/// it in another for its language.
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
              "attributes": "*" },
            "by-tag": {
              "table": "comments",
              "group": { "attribute": "tags", "each": true },
              "sort":  { "attribute": "likes", "type": "integer" },
              "key":   [ { "attribute": "PK" } ],
              "filters": { "rating":   { "attribute": "rating", "values": [1, 2] },
                           "language": { "attribute": "language", "values": "any" } },
              "attributes": "*" } }
          """,
          Map.of());

  /// Two listings whose items expire, and one whose items do not.
  public static final Listings EXPIRING =
      Listings.parse(
          """
          { "comments": {
              "table": "comments",
              "expires": { "attribute": "ttl" },
              "group": { "attribute": "PK2" },
              "sort":  { "attribute": "SK", "type": "datetime", "pattern": "uuuu-MM-dd HH:mm" },
              "key":   [ { "attribute": "PK" } ],
              "filters": { "rating":   { "attribute": "rating", "values": [1, 2] } },
              "attributes": "*" },
            "by-tag": {
              "table": "comments",
              "expires": { "attribute": "ttl" },
              "group": { "attribute": "tags", "each": true },
              "sort":  { "attribute": "likes", "type": "integer" },
              "key":   [ { "attribute": "PK" } ],
              "filters": { "language": { "attribute": "language", "values": "any" } },
              "attributes": "*" },
            "by-author": {
              "table": "comments",
              "group": { "attribute": "author" },
              "sort":  { "attribute": "likes", "type": "integer" },
              "key":   [ { "attribute": "PK" } ],
              "attributes": "*" } }
          """,
          Map.of());

  /// A group of a listing.
  ///
  /// @param name in the index
  /// @param url the path and query of its pages, which further parameters may follow
  public record Asked(String listing, String name, String url) {}

  /// The groups of each listing.
  public static final List<Asked> ASKED = asked();

  private static List<Asked> asked() {
    List<Asked> asked = new ArrayList<>();
    List.of("A", "B", "C").forEach(name -> asked.add(plain("comments", name)));
    for (String name : List.of("x", "y")) {
      asked.add(plain("by-author", name));
      asked.add(plain("by-tag", name));
      for (String language : List.of("de", "en")) {
        asked.add(
            new Asked(
                "by-tag",
                name + "%=language%=" + language,
                "/by-tag/" + name + "?language=" + language + "&"));
      }
    }
    return List.copyOf(asked);
  }

  private static Asked plain(String listing, String name) {
    return new Asked(listing, name, "/" + listing + "/" + name + "?");
  }

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

  /// The names of all groups; those of `comments` first.
  public static final List<String> GROUPS = ASKED.stream().map(Asked::name).distinct().toList();

  public final TableModel table;
  private final Random random;

  /// The clock by which items expire; null if none does.
  private final @Nullable InstantSource expiry;

  public RandomTable(Random random) {
    this(random, null);
  }

  private RandomTable(Random random, @Nullable InstantSource expiry) {
    table = new TableModel();
    this.random = random;
    this.expiry = expiry;
  }

  /// A table whose items expire within minutes, or have expired before they are written. Many
  /// writes change nothing but when that is.
  public static RandomTable expiring(Random random, InstantSource clock) {
    return new RandomTable(random, clock);
  }

  public List<DynamodbStreamRecord> writes(int count) {
    List<DynamodbStreamRecord> records = new ArrayList<>();
    while (records.size() < count) {
      String key = "item" + random.nextInt(8);
      if (random.nextInt(5) > 0) {
        records.add(table.put(expiry == null ? item(key) : expiring(key, expiry.instant())));
      } else if (table.holds(key)) {
        records.add(table.remove(key));
      }
    }
    return records;
  }

  private Map<String, AttributeValue> expiring(String key, Instant now) {
    Map<String, AttributeValue> present =
        table.read(List.of(Map.of("PK", fromS(key)))).values().stream()
            .findFirst()
            .orElse(Map.of());
    Map<String, AttributeValue> item =
        new HashMap<>(present.isEmpty() || random.nextInt(3) == 0 ? item(key) : present);
    item.remove("ttl");
    long second = now.getEpochSecond() + random.nextInt(300) - 60;
    String number = Long.toString(random.nextInt(12) == 0 ? 1_000 * second : second);
    put(item, "ttl", fromN(number), fromN(number), fromN(number), fromS("soon"));
    return item;
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
    put(
        item,
        "tags",
        tags("x"),
        tags("y"),
        tags("x", "y"),
        tags("y", "x"),
        fromSs(List.of("x")),
        fromS("x"));
    put(item, "likes", fromN("1"), fromN("2"), fromN("2"), fromN("3"), fromN("2.5"));
    return item;
  }

  private static AttributeValue tags(String... tags) {
    return fromL(Stream.of(tags).map(AttributeValue::fromS).toList());
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
