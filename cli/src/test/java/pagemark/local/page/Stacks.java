package pagemark.local.page;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import pagemark.listing.json.Listings;
import pagemark.local.LocalStack;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.local.PooledStack;

/// Starts a local stack with seven listings of one table: the sample's `comments`; `ratings`, which
/// is grouped by language, in the order of numbers, without filters, and shows all attributes of an
/// item; `everything`, which is one group with two sorts; `spoken`, whose groups have two values;
/// `records`, in the order of strings, with filters by ranges and booleans; `posts`, by tag, with
/// open filters; and `titles`, in the order of texts. No item of the sample is in `records` and
/// `posts`.
final class Stacks {
  static final Map<String, String> ENVIRONMENT = Map.of("TABLE_NAME", "comments");

  private static final String RATINGS =
      """
      { "table": "${TABLE_NAME}", "index": "byLanguage", "group": { "attribute": "language" },
        "sort": { "attribute": "rating", "type": "integer" }, "key": [ { "attribute": "PK" } ],
        "attributes": "*" }
      """;

  private static final String EVERYTHING =
      """
      { "table": "${TABLE_NAME}",
        "sorts": {
          "newest": { "attribute": "SK", "type": "datetime", "pattern": "uuuu-MM-dd HH:mm",
                      "order": "descending" },
          "stars": { "attribute": "rating", "type": "integer" } },
        "key": [ { "attribute": "PK" } ], "attributes": "*" }
      """;

  private static final String SPOKEN =
      """
      { "table": "${TABLE_NAME}", "group": [ { "attribute": "PK2" }, { "attribute": "language" } ],
        "sort": { "attribute": "rating", "type": "integer" }, "key": [ { "attribute": "PK" } ],
        "attributes": "*" }
      """;

  private static final String RECORDS =
      """
      { "table": "${TABLE_NAME}", "group": { "attribute": "owner" },
        "sort": { "attribute": "record", "type": "string" }, "key": [ { "attribute": "PK" } ],
        "filters": {
          "price": { "attribute": "price", "ranges": [10, 50] },
          "paid": { "attribute": "paid", "values": [true, false] } },
        "attributes": "*" }
      """;

  private static final String POSTS =
      """
      { "table": "${TABLE_NAME}", "group": { "attribute": "tags", "each": true },
        "sort": { "attribute": "posted", "type": "integer" }, "key": [ { "attribute": "PK" } ],
        "filters": {
          "draft": { "attribute": "draft", "values": [true, false] },
          "author": { "attribute": "author", "values": "any" },
          "tag": { "attribute": "tags", "values": "any", "each": true } },
        "attributes": "*" }
      """;

  private static final String TITLES =
      """
      { "table": "${TABLE_NAME}", "sort": { "attribute": "title", "type": "text" },
        "key": [ { "attribute": "PK" } ], "attributes": "*" }
      """;

  private Stacks() {}

  static LocalStack start(int sample, List<String> log) {
    LocalStack stack =
        PooledStack.start(new LocalOptions(0, 0, 0, null, listings(), sample), log::add);
    try {
      stack.loadSample();
      return stack;
    } catch (InterruptedException e) {
      stack.close();
      throw new IllegalStateException(e);
    }
  }

  private static Listings listings() {
    JsonMapper json = new JsonMapper();
    try {
      ObjectNode listings =
          (ObjectNode) json.readTree(Files.readString(Path.of("..", "listings.json")));
      listings.set("ratings", json.readTree(RATINGS));
      listings.set("everything", json.readTree(EVERYTHING));
      listings.set("spoken", json.readTree(SPOKEN));
      listings.set("records", json.readTree(RECORDS));
      listings.set("posts", json.readTree(POSTS));
      listings.set("titles", json.readTree(TITLES));
      return Listings.parse(listings.toString(), ENVIRONMENT);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
