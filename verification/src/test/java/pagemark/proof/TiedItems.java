package pagemark.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import pagemark.load.BatchWriter;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Random items of few sort values, and random changes of them. Their keys differ in characters
/// that UTF-8 orders otherwise than Java does.
final class TiedItems {
  private static final List<String> GROUPS =
      List.of("large", "middle", "small", "é / ?&{}%", "one");
  private static final int[] GROUP_FROM = {0, 600, 900, 980, 999};
  private static final List<String> LETTERS = List.of("a", "Z", "~", "é", "\uFFFD", "\uD83D\uDE00");
  private static final int SORT_VALUES = 12;

  private final DynamoDbClient dynamo;
  private final String table;
  private final Random random;
  private final List<String> ids = new ArrayList<>();
  private int count;

  TiedItems(DynamoDbClient dynamo, String table, long seed) {
    this.dynamo = dynamo;
    this.table = table;
    this.random = new Random(seed);
  }

  /// How many items there are now.
  int all() {
    return ids.size();
  }

  void insert(int items) {
    new BatchWriter(dynamo, table, pause -> {})
        .writeAll(IntStream.range(0, items).mapToObj(_ -> newItem()), 4);
  }

  /// Each change is one write: an insert, a change of the text, of the sort value or of the group,
  /// or a delete, one as likely as the other.
  void change(int changes) {
    for (int i = 0; i < changes; i++) {
      switch (random.nextInt(5)) {
        case 0 -> put(newItem());
        case 1 -> update("text", AttributeValue.fromS("changed " + i));
        case 2 -> update("s", sortValue());
        case 3 -> update("g", AttributeValue.fromS(group()));
        default -> delete();
      }
    }
  }

  private Map<String, AttributeValue> newItem() {
    count++;
    String id =
        LETTERS.get(random.nextInt(LETTERS.size())) + LETTERS.get(random.nextInt(LETTERS.size()));
    ids.add(id + count);
    return Map.of(
        "id", AttributeValue.fromS(id + count),
        "g", AttributeValue.fromS(group()),
        "s", sortValue(),
        "text", AttributeValue.fromS("new"));
  }

  private String group() {
    int ticket = random.nextInt(1_000);
    int group = GROUPS.size() - 1;
    while (ticket < GROUP_FROM[group]) {
      group--;
    }
    return GROUPS.get(group);
  }

  private AttributeValue sortValue() {
    return AttributeValue.fromN("" + (random.nextInt(SORT_VALUES) - SORT_VALUES / 2) * 1_000_000L);
  }

  private void put(Map<String, AttributeValue> item) {
    dynamo.putItem(p -> p.tableName(table).item(item));
  }

  private void update(String attribute, AttributeValue value) {
    String id = ids.get(random.nextInt(ids.size()));
    dynamo.updateItem(
        u ->
            u.tableName(table)
                .key(Map.of("id", AttributeValue.fromS(id)))
                .updateExpression("SET #a = :v")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(Map.of(":v", value)));
  }

  private void delete() {
    String id = ids.remove(random.nextInt(ids.size()));
    dynamo.deleteItem(d -> d.tableName(table).key(Map.of("id", AttributeValue.fromS(id))));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
