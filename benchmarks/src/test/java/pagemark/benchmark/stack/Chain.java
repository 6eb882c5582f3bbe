package pagemark.benchmark.stack;

import static pagemark.benchmark.measure.Numbers.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.Table;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// Page N by DynamoDB alone: one Query after another, each from the last one's LastEvaluatedKey.
final class Chain {
  private static final int SIZE = 20;
  private static final int ROUNDS = 5;

  /// A page is not read again once its reads took so many milliseconds: the last one of 200,000
  /// items takes minutes.
  private static final double MILLIS_MAX = 20_000;

  private final DynamoDbClient dynamo;
  private final Dataset data;
  private final Recorder recorder;

  Chain(DynamoDbClient dynamo, Dataset data, Recorder recorder) {
    this.dynamo = dynamo;
    this.data = data;
    this.recorder = recorder;
  }

  /// What reading up to a page took.
  private record Cost(int requests, int items, double units, double millis) {}

  void measure() {
    List<List<String>> rows = new ArrayList<>();
    for (int number = 1; number <= data.size() / SIZE; number *= 10) {
      rows.add(row("Limit 20", number, SIZE));
      rows.add(row("all that a request holds", number, null));
    }
    recorder.table(
        new Table(
            "pages.chain",
            "Page N of 20 by LastEvaluatedKey alone",
            List.of("Requests of", "Page", "requests", "items read", "read units", "ms"),
            rows));
  }

  /// @param limit of each Query; null for the items that are left, of which a request holds 1 MB
  private List<String> row(String name, int number, @Nullable Integer limit) {
    Samples millis = new Samples();
    Cost cost;
    double spent = 0;
    do {
      cost = read(number, limit);
      millis.add(cost.millis());
      spent += cost.millis();
    } while (millis.all().size() < ROUNDS && spent < MILLIS_MAX);
    recorder.runs("%s, page %d".formatted(name, number), "ms", millis);
    if (limit != null) {
      recorder.figure(
          "pages.chain.%d.units".formatted(number),
          "read units to page %d of 20 by LastEvaluatedKey alone".formatted(number),
          cost.units());
    }
    return List.of(
        name,
        "%,d".formatted(number),
        "%,d".formatted(cost.requests()),
        "%,d".formatted(cost.items()),
        text(cost.units()),
        text(millis.median()));
  }

  private Cost read(int number, @Nullable Integer limit) {
    long begin = System.nanoTime();
    int requests = 0;
    int items = 0;
    double units = 0;
    Map<String, AttributeValue> after = Map.of();
    while (items < number * SIZE) {
      QueryResponse response =
          dynamo.query(query(after, limit == null ? number * SIZE - items : limit));
      requests++;
      items += response.count();
      units += response.consumedCapacity().capacityUnits();
      after = response.lastEvaluatedKey();
      if (after.isEmpty() && items < number * SIZE) {
        throw new IllegalStateException("%d items".formatted(items));
      }
    }
    return new Cost(requests, items, units, (System.nanoTime() - begin) / 1e6);
  }

  private static QueryRequest query(Map<String, AttributeValue> after, int limit) {
    return QueryRequest.builder()
        .tableName(Dataset.TABLE)
        .indexName("byLog")
        .keyConditionExpression("#log = :log")
        .expressionAttributeNames(Map.of("#log", "log"))
        .expressionAttributeValues(Map.of(":log", AttributeValue.fromS(Dataset.GROUP)))
        .scanIndexForward(false)
        .limit(limit)
        .exclusiveStartKey(after.isEmpty() ? null : after)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }
}
