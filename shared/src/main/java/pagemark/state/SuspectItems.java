package pagemark.state;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/// Stores suspects in `pagemark-state`; see [StateTable].
public final class SuspectItems implements Suspects {
  private static final Duration FILING_MAX = Duration.ofSeconds(10);
  private static final Duration KEPT = Duration.ofDays(30);

  private final DynamoDbClient dynamo;
  private final String table;
  private final Duration filingMax;

  public SuspectItems(DynamoDbClient dynamo, String table) {
    this(dynamo, table, FILING_MAX);
  }

  /// @param filingMax the time limit of one [#file], retries included
  public SuspectItems(DynamoDbClient dynamo, String table, Duration filingMax) {
    this.dynamo = dynamo;
    this.table = table;
    this.filingMax = filingMax;
  }

  @Override
  public void file(Suspect suspect) {
    dynamo.putItem(
        p ->
            p.tableName(table)
                .item(item(suspect))
                .overrideConfiguration(c -> c.apiCallTimeout(filingMax)));
  }

  @Override
  public List<Suspect> list(String listing, String id, int max) {
    return StateItems.after(dynamo, table, partition(listing), id, max)
        .map(item -> suspect(listing, item))
        .toList();
  }

  @Override
  public void settle(Suspect suspect) {
    Map<String, AttributeValue> item = item(suspect);
    try {
      dynamo.deleteItem(
          d ->
              d.tableName(table)
                  .key(StateItems.primaryKey(item))
                  .conditionExpression("#seenAt = :seenAt")
                  .expressionAttributeNames(Map.of("#seenAt", "seenAt"))
                  .expressionAttributeValues(Map.of(":seenAt", required(item, "seenAt"))));
    } catch (ConditionalCheckFailedException e) {
      // settled by another process, or doubted again
    }
  }

  static String partition(String listing) {
    return StateItems.SUSPECT + listing;
  }

  private static Map<String, AttributeValue> item(Suspect suspect) {
    Position position = suspect.seen().position();
    return Map.ofEntries(
        Map.entry("pk", fromS(partition(suspect.listing()))),
        Map.entry("sk", fromS(suspect.id())),
        Map.entry("generation", fromS(suspect.generation())),
        Map.entry("key", fromM(suspect.key())),
        Map.entry("group", fromS(suspect.group())),
        Map.entry("cell", fromS(suspect.seen().cell().name())),
        // as text: a double may have more digits than a DynamoDB number
        Map.entry("score", fromS(Double.toString(position.score()))),
        Map.entry("member", fromB(SdkBytes.fromByteArray(position.member().toArray()))),
        Map.entry("reason", fromS(suspect.reason())),
        Map.entry("seenAt", StateItems.millis(suspect.seenAt())),
        Map.entry("missing", fromBool(suspect.missing())),
        Map.entry("expires", fromN(Long.toString(suspect.seenAt().plus(KEPT).getEpochSecond()))));
  }

  private static Suspect suspect(String listing, Map<String, AttributeValue> item) {
    Position position =
        new Position(
            Double.parseDouble(required(item, "score").s()),
            Bytes.of(required(item, "member").b().asByteArray()));
    return new Suspect(
        listing,
        required(item, "generation").s(),
        required(item, "key").m(),
        required(item, "group").s(),
        new Entry(new Cell(required(item, "cell").s()), position),
        required(item, "reason").s(),
        StateItems.instant(required(item, "seenAt")),
        isMissing(item),
        required(item, "sk").s());
  }

  /// Earlier versions did not write this attribute, and had no missing entries.
  private static boolean isMissing(Map<String, AttributeValue> item) {
    AttributeValue missing = item.get("missing");
    return missing != null && Boolean.TRUE.equals(missing.bool());
  }
}
