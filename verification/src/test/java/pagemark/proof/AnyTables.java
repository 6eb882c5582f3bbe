package pagemark.proof;

import static java.util.Comparator.comparing;
import static pagemark.proof.TableOrder.byNumber;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import pagemark.entry.Bytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Tables that are listed as they are, without an index of DynamoDB that has the order.
final class AnyTables {
  private static final List<String> ID = List.of("id");
  private static final List<String> PAGE = List.of("page");

  /// All ratings in one listing without groups: by time, and by stars and then time.
  static final ProvenTable RATINGS =
      new ProvenTable(
          """
          {"ratings": {"table": "ratings",
            "sorts": {
              "newest": {"attribute": "timestamp", "type": "epochSeconds", "order": "descending"},
              "stars": [{"attribute": "rating", "type": "integer", "order": "descending"},
                        {"attribute": "timestamp", "type": "epochSeconds", "order": "descending"}]},
            "key": [{"attribute": "id"}],
            "attributes": "*"}}
          """,
          ID,
          List.of(
              new TableOrder("ratings@newest", "", byNumber("timestamp"), ID),
              new TableOrder(
                  "ratings@stars",
                  "",
                  byNumber("rating").thenComparing(byNumber("timestamp")),
                  ID)));

  static final TableOrder TITLES = new TableOrder("edits@titles", "language", byTitle(), PAGE);

  /// Edits by language: by title as people sort it, by time, and by three parts of which the second
  /// goes the other way.
  static final ProvenTable EDITS =
      new ProvenTable(
          """
          {"edits": {"table": "edits", "group": {"attribute": "language"},
            "sorts": {
              "titles": {"attribute": "page", "type": "text"},
              "newest": {"attribute": "time", "type": "instant", "order": "descending"},
              "changes": [{"attribute": "isNew", "type": "boolean"},
                          {"attribute": "delta", "type": "number", "order": "descending"},
                          {"attribute": "page", "type": "text"}]},
            "key": [{"attribute": "page"}],
            "attributes": "*"}}
          """,
          PAGE,
          List.of(
              TITLES,
              new TableOrder("edits@newest", "language", byInstant("time"), PAGE),
              new TableOrder(
                  "edits@changes",
                  "language",
                  byBoolean("isNew")
                      .thenComparing(byNumber("delta").reversed())
                      .thenComparing(byTitle()),
                  PAGE)));

  private AnyTables() {}

  private static Comparator<Map<String, AttributeValue>> byTitle() {
    return comparing(item -> Bytes.utf8(FoldedTitle.of(Attribute.text(item, "page"))));
  }

  private static Comparator<Map<String, AttributeValue>> byInstant(String attribute) {
    return comparing(item -> Instant.parse(Attribute.text(item, attribute)));
  }

  private static Comparator<Map<String, AttributeValue>> byBoolean(String attribute) {
    return comparing(item -> Objects.requireNonNull(item.get(attribute), attribute).bool());
  }
}
