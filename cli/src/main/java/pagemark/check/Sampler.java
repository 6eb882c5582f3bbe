package pagemark.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Reads some items of a table, from all over it, at a cost that does not depend on its size.
///
/// It cuts the table into as many segments as it has items to spare, picks a few of them at random,
/// and reads the first items of each: [#CALLS] eventually consistent Scans with a limit. If they
/// find few items, because DynamoDB's count of the items is old, it reads a few more from the
/// beginning of the table.
public record Sampler(
    DynamoDbClient dynamo,
    TableDescription table,
    TableQuestions questions,
    RandomGenerator random) {
  /// How many segments are read.
  static final int CALLS = 16;

  private static final int CALLS_MORE = 4;
  private static final int SEGMENTS_MAX = 100_000;

  /// No further call is made once the calls have consumed this many read units.
  static final int UNITS_MAX = 100;

  /// Says what [#take] reads at most.
  public static String notice(int items) {
    return String.format(
        Locale.ROOT,
        "Reading up to %,d items: at most %d Scan calls with a limit, which end after %d read"
            + " units",
        items,
        CALLS + CALLS_MORE,
        UNITS_MAX);
  }

  /// Takes up to `max` items.
  ///
  /// @param index the index to take them from; null for the table
  /// @throws pagemark.local.data.StackException if a call fails
  public Sample take(@Nullable String index, int max) {
    Taking taking = new Taking(index, max);
    taking.readSegments();
    taking.readOn();
    return new Sample(List.copyOf(taking.items.values()), taking.calls, taking.units);
  }

  /// One sample under way.
  private final class Taking {
    private final @Nullable String index;
    private final int max;
    private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items =
        new LinkedHashMap<>();
    private int calls;
    private double units;
    private boolean hasMore;

    Taking(@Nullable String index, int max) {
      this.index = index;
      this.max = max;
    }

    void readSegments() {
      int each = Math.ceilDiv(max, CALLS);
      int total = Math.clamp(table.itemCount() / each, CALLS, SEGMENTS_MAX);
      hasMore = total > CALLS;
      for (int segment : random.ints(0, total).distinct().limit(CALLS).toArray()) {
        if (!isDone()) {
          hasMore |=
              scan(request(each).segment(segment).totalSegments(total)).hasLastEvaluatedKey();
        }
      }
    }

    /// Reads from the beginning if the segments had few items, unless they were the whole table.
    void readOn() {
      Map<String, AttributeValue> from = Map.of();
      int last = calls + CALLS_MORE;
      while (hasMore && calls < last && items.size() < max / 2 && !isDone()) {
        ScanRequest.Builder request = request(max - items.size());
        ScanResponse read = scan(from.isEmpty() ? request : request.exclusiveStartKey(from));
        from = read.lastEvaluatedKey();
        hasMore = read.hasLastEvaluatedKey();
      }
    }

    private ScanRequest.Builder request(int limit) {
      return ScanRequest.builder()
          .tableName(table.tableName())
          .indexName(index)
          .limit(limit)
          .consistentRead(false)
          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    }

    private ScanResponse scan(ScanRequest.Builder request) {
      ScanResponse read = questions.ask("Scan", () -> dynamo.scan(request.build()));
      calls++;
      units += read.consumedCapacity() == null ? 0 : read.consumedCapacity().capacityUnits();
      for (Map<String, AttributeValue> item : read.items()) {
        if (items.size() < max) {
          items.put(key(item), item);
        }
      }
      return read;
    }

    private boolean isDone() {
      return items.size() >= max || units >= UNITS_MAX;
    }
  }

  /// The table's key of an item.
  private Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (KeySchemaElement element : table.keySchema()) {
      String name = element.attributeName();
      key.put(name, item.getOrDefault(name, AttributeValue.fromNul(true)));
    }
    return key;
  }

  /// Some items of a table.
  ///
  /// @param units the read units that they took
  public record Sample(List<Map<String, AttributeValue>> items, int calls, double units) {
    public Sample {
      items = List.copyOf(items);
    }
  }
}
