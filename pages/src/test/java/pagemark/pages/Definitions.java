package pagemark.pages;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.cursor.CursorKeys;
import pagemark.state.InMemoryState;
import pagemark.state.Suspects;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Listings for tests, all of the same table.
public final class Definitions {
  public static final CursorKeys CURSOR_KEYS = new CursorKeys("k".repeat(43), Optional.empty());
  public static final CursorCipher CURSORS =
      new CursorCipher(Optional.of(CURSOR_KEYS), InstantSource.system());

  public static final String COMMENTS =
      """
      { "comments": {
          "table": "${TABLE_NAME}", "index": "byProduct", "projection": "all",
          "group": { "attribute": "PK2" },
          "sort":  { "attribute": "SK", "type": "datetime", "pattern": "uuuu-MM-dd HH:mm" },
          "key":   [ { "attribute": "PK" } ],
          "order": "descending",
          "filters": { "rating": { "attribute": "rating", "values": [1, 2, 3, 4, 5] } },
          "pageSize": { "default": 20, "max": 100 },
          "attributes": ["PK", "SK", "title"] } }
      """;

  /// The group is a number, the GSI carries keys only, and everything is shown.
  public static final String RATINGS =
      """
      { "ratings": {
          "table": "${TABLE_NAME}", "index": "byMovie", "projection": "keys",
          "group": { "attribute": "movie", "type": "number" },
          "sort":  { "attribute": "at", "type": "integer" },
          "key":   [ { "attribute": "PK" } ],
          "pageSize": { "default": 10, "max": 50 },
          "attributes": "*" } }
      """;

  private Definitions() {}

  /// Pages that check questions. They reach no index and no table.
  public static Pages pages(Listings listings) {
    return Pages.of(
        new PagesServices(
            listings,
            DynamoDbClient.builder().region(Region.US_EAST_1).build(),
            new InMemoryState(),
            Suspects.of(new InMemoryState()),
            Broken.down(),
            Optional.of(CURSOR_KEYS),
            InstantSource.system()));
  }

  public static Listings listings(String json, String table) {
    return Listings.parse(json, Map.of("TABLE_NAME", table));
  }

  public static Listing comments() {
    return only(COMMENTS);
  }

  public static Listing ratings() {
    return only(RATINGS);
  }

  /// The only listing of `json`.
  public static Listing only(String json) {
    return listings(json, "store").byName().firstEntry().getValue();
  }
}
