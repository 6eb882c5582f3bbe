package pagemark.benchmark.stack;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Generated items of one group, the listings that list them, and what these must show.
///
/// @param entries in the order in which they are written
record Dataset(List<Entry> entries) {
  static final String TABLE = "entries";
  static final String GROUP = "one";
  static final long SEED = 20_261_123;

  /// Of so many items one is rare.
  static final int RARE_EVERY = 100;

  private static final List<String> LANGUAGES = List.of("de", "en", "es", "fr");
  private static final String LISTINGS =
      """
      { "entries": { "table": "entries", "index": "byLog", "group": {"attribute": "log"},
          "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
          "order": "descending", "attributes": "*",
          "filters": { "rating": {"attribute": "rating", "values": [1, 2, 3, 4, 5]},
            "language": {"attribute": "language", "values": ["de", "en", "es", "fr"]} } },
        "rare": { "table": "entries", "index": "byLog", "group": {"attribute": "log"},
          "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
          "order": "descending", "attributes": "*",
          "filters": { "status": {"attribute": "status", "values": ["COMMON", "RARE"]} } },
        "ties": { "table": "entries", "index": "byTier", "group": {"attribute": "log"},
          "sort": {"attribute": "tier", "type": "integer"}, "key": [{"attribute": "id"}],
          "order": "descending", "attributes": "*" } }
      """;

  /// An item.
  ///
  /// @param at up to three items have the same
  /// @param tier a third of all items have the same
  record Entry(String id, int number, int at, int tier, int rating, String language, boolean rare) {
    private Map<String, AttributeValue> item() {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("id", fromS(id));
      item.put("log", fromS(GROUP));
      item.put("at", n(at));
      item.put("tier", n(tier));
      item.put("rating", n(rating));
      item.put("language", fromS(language));
      item.put("status", fromS(rare ? "RARE" : "COMMON"));
      item.put(
          "text",
          fromS(
              ("The text of entry number %d is not long, but so long that the item has"
                      + " about as many bytes as a comment.")
                  .formatted(number)));
      return item;
    }
  }

  static Dataset of(int size) {
    Random random = new Random(SEED);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      entries.add(
          new Entry(
              new UUID(random.nextLong(), random.nextLong()).toString(),
              i,
              i / 3,
              i % 3,
              1 + random.nextInt(5),
              LANGUAGES.get(random.nextInt(LANGUAGES.size())),
              i % RARE_EVERY == 0));
    }
    return new Dataset(entries);
  }

  static Listings listings() {
    return Listings.parse(LISTINGS, Map.of());
  }

  Stream<Map<String, AttributeValue>> items() {
    return entries.stream().map(Entry::item);
  }

  int size() {
    return entries.size();
  }

  /// The ids of a listing's items, from the first page to the last.
  ///
  /// @param sort the sort value, or anything of the same order
  List<String> order(Comparator<Entry> sort, Predicate<Entry> selected) {
    return entries.stream()
        .filter(selected)
        .sorted(sort.thenComparing(Entry::id).reversed())
        .map(Entry::id)
        .toList();
  }

  private static AttributeValue n(int value) {
    return fromN(Integer.toString(value));
  }
}
