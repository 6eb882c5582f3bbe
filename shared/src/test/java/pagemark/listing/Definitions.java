package pagemark.listing;

import java.util.Map;
import pagemark.listing.json.Listings;

/// Listings that tests share.
public final class Definitions {
  /// The definition of the sample's listing.
  public static final String COMMENTS =
      """
      { "comments": {
          "table": "${TABLE_NAME}", "index": "byProduct", "projection": "all",
          "group": { "attribute": "PK2" },
          "sort":  { "attribute": "SK", "type": "datetime", "pattern": "uuuu-MM-dd HH:mm" },
          "key":   [ { "attribute": "PK" } ],
          "order": "descending",
          "filters": { "rating":   { "attribute": "rating",   "values": [1, 2, 3, 4, 5] },
                       "language": { "attribute": "language", "values": ["de", "en", "fr"] } },
          "pageSize": { "default": 20, "max": 100 },
          "attributes": ["PK", "SK", "PK2", "rating", "language", "title", "text"] } }
      """;

  /// A listing whose items expire.
  public static final Listing SESSIONS =
      Listings.parse(
              """
              { "sessions": {
                  "table": "sessions",
                  "group": { "attribute": "user" },
                  "sort": { "attribute": "at", "type": "integer" },
                  "key": [ { "attribute": "id" } ],
                  "expires": { "attribute": "ttl" },
                  "attributes": "*" } }
              """,
              Map.of())
          .find("sessions")
          .orElseThrow();

  private Definitions() {}

  public static Listing comments() {
    return Listings.parse(COMMENTS, Map.of("TABLE_NAME", "comments"))
        .find("comments")
        .orElseThrow();
  }
}
