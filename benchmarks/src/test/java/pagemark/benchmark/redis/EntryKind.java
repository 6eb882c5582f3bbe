package pagemark.benchmark.redis;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import pagemark.listing.IndexDefinition;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A kind of entry that [BytesBenchmark] weighs.
///
/// @param name in the table
/// @param key the type of the item key
/// @param sort the JSON of the sort attribute
/// @param at the pattern of the sort values
/// @param filters the JSON of the filters
/// @param ids makes random ones
record EntryKind(
    String name, String key, String sort, String at, String filters, Function<Random, String> ids) {
  private static final String DATETIME =
      """
      "type": "datetime", "pattern": "uuuu-MM-dd HH:mm:ss"\
      """;
  private static final String SECONDS = "uuuu-MM-dd HH:mm:ss";
  private static final String NO_FILTERS = "";
  private static final long FIRST_SECOND = 1_714_521_600;
  private static final long SECONDS_IN_YEAR = 31_536_000;

  static EntryKind uuidText() {
    return new EntryKind("UUID text", "string", DATETIME, SECONDS, NO_FILTERS, EntryKind::uuid);
  }

  static EntryKind uuidPacked() {
    return new EntryKind("UUID packed", "uuid", DATETIME, SECONDS, NO_FILTERS, EntryKind::uuid);
  }

  static EntryKind uuidTextInCells() {
    String filters =
        """
        "filters": {"rating": {"attribute": "rating", "values": [1, 2, 3, 4, 5]}},\
        """;
    return new EntryKind(
        "UUID text, a filter", "string", DATETIME, SECONDS, filters, EntryKind::uuid);
  }

  static EntryKind bytesLayout() {
    return new EntryKind(
        "ISO time string, UUID text",
        "string",
        "\"type\": \"string\"",
        "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'",
        NO_FILTERS,
        EntryKind::uuid);
  }

  IndexDefinition definition() {
    String json =
        """
        {"entries": {"table": "entries", "index": "byGroup", "group": {"attribute": "g"},
          "sort": {"attribute": "at", %s}, "key": [{"attribute": "id", "type": "%s"}], %s
          "attributes": "*"}}
        """
            .formatted(sort, key, filters);
    return Listings.parse(json, Map.of()).find("entries").orElseThrow().definition();
  }

  /// A random item of `group`.
  Map<String, AttributeValue> item(String group, Random random) {
    Instant time =
        Instant.ofEpochSecond(FIRST_SECOND + random.nextLong(SECONDS_IN_YEAR))
            .plusMillis(random.nextInt(1_000));
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("g", fromS(group));
    item.put("at", fromS(DateTimeFormatter.ofPattern(at).withZone(ZoneOffset.UTC).format(time)));
    item.put("id", fromS(ids.apply(random)));
    item.put("rating", fromN(Integer.toString(1 + random.nextInt(5))));
    return item;
  }

  private static String uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
