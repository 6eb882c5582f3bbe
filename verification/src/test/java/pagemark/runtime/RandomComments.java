package pagemark.runtime;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import pagemark.local.sample.Sample;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Random comments of one product in the table of [DeployedServers], and what pages of them show.
final class RandomComments {
  private static final List<String> RATINGS = List.of("1", "2", "3", "4", "5");

  private final DynamoDbClient dynamo;
  private final Random random;
  private final Map<String, Map<String, AttributeValue>> table = new TreeMap<>();

  RandomComments(DynamoDbClient dynamo, Random random) {
    this.dynamo = dynamo;
    this.random = random;
  }

  /// Puts and deletes comments of one product at random.
  void write(int writes) {
    for (int i = 0; i < writes; i++) {
      String author = "author" + random.nextInt(200);
      if (random.nextInt(4) == 0) {
        table.remove(author);
        dynamo.deleteItem(
            d ->
                d.tableName(DeployedServers.TABLE).key(Map.of("PK", AttributeValue.fromS(author))));
      } else {
        Map<String, AttributeValue> comment = comment(author);
        table.put(author, comment);
        dynamo.putItem(p -> p.tableName(DeployedServers.TABLE).item(comment));
      }
    }
  }

  private Map<String, AttributeValue> comment(String author) {
    return Map.of(
        "PK", AttributeValue.fromS(author),
        "PK2", AttributeValue.fromS(Sample.GROUP),
        "SK",
            AttributeValue.fromS(
                "2024-05-%02d 10:%02d".formatted(1 + random.nextInt(20), random.nextInt(3))),
        "rating", AttributeValue.fromN(RATINGS.get(random.nextInt(RATINGS.size()))),
        "language", AttributeValue.fromS(random.nextBoolean() ? "de" : "en"),
        "title", AttributeValue.fromS("title"),
        "text", AttributeValue.fromS("text"));
  }

  /// The keys of the table's comments, the newest first, ties by key.
  ///
  /// @param filter as in the query of a page; a few are known, see the code
  List<String> expected(String filter) {
    return table.values().stream()
        .filter(item -> !filter.contains("rating=4,5") || "45".contains(number(item)))
        .filter(item -> !filter.contains("rating=1") || number(item).equals("1"))
        .filter(item -> !filter.contains("language") || text(item, "language").equals("de"))
        .sorted(
            Comparator.<Map<String, AttributeValue>, String>comparing(item -> text(item, "SK"))
                .thenComparing(item -> text(item, "PK"))
                .reversed())
        .map(item -> text(item, "PK"))
        .toList();
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return item.getOrDefault(name, AttributeValue.fromS("")).s();
  }

  private static String number(Map<String, AttributeValue> item) {
    return item.getOrDefault("rating", AttributeValue.fromN("0")).n();
  }
}
