package pagemark.state.writer;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import pagemark.state.StateItems;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stores the writers' notes in the [StateTable][pagemark.state.StateTable]. They expire after a
/// day.
public final class WriterItems implements Writers {
  private static final Duration KEPT = Duration.ofDays(1);

  /// The newest key format of the versions whose notes do not say theirs.
  private static final int UNSAID_KEY_FORMAT = 3;

  private final DynamoDbClient dynamo;
  private final String table;

  public WriterItems(DynamoDbClient dynamo, String table) {
    this.dynamo = dynamo;
    this.table = table;
  }

  private static String partition(String stream) {
    return "writers#" + stream;
  }

  @Override
  public void note(WriterNote note) {
    Map<String, AttributeValue> item =
        Map.of(
            "pk", fromS(partition(note.stream())),
            "sk", fromS(note.writer()),
            "known", fromL(note.known().stream().sorted().map(AttributeValue::fromS).toList()),
            "at", StateItems.millis(note.at()),
            "storeTime", StateItems.millis(note.storeTime()),
            "lagMillis", fromN(Long.toString(note.lagMillis())),
            "keyFormat", fromN(Integer.toString(note.keyFormat())),
            "expires", fromN(Long.toString(note.at().plus(KEPT).getEpochSecond())));
    dynamo.putItem(put -> put.tableName(table).item(item));
  }

  @Override
  public List<WriterNote> list(String stream, Instant since) {
    return dynamo
        .queryPaginator(
            query ->
                query
                    .tableName(table)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .filterExpression("#at >= :since")
                    .expressionAttributeNames(Map.of("#at", "at"))
                    .expressionAttributeValues(
                        Map.of(
                            ":pk", fromS(partition(stream)), ":since", StateItems.millis(since))))
        .items()
        .stream()
        .map(item -> note(stream, item))
        .toList();
  }

  @Override
  public WitnessNotes witnesses() {
    return new WitnessItems(dynamo, table);
  }

  private static WriterNote note(String stream, Map<String, AttributeValue> item) {
    Instant at = StateItems.instant(StateItems.required(item, "at"));
    AttributeValue storeTime = item.get("storeTime");
    AttributeValue keyFormat = item.get("keyFormat");
    return new WriterNote(
        StateItems.required(item, "sk").s(),
        stream,
        StateItems.required(item, "known").l().stream()
            .map(AttributeValue::s)
            .collect(Collectors.toSet()),
        at,
        storeTime == null ? at : StateItems.instant(storeTime),
        Long.parseLong(StateItems.required(item, "lagMillis").n()),
        keyFormat == null ? UNSAID_KEY_FORMAT : Integer.parseInt(keyFormat.n()));
  }
}
