package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Stores in the [StateTable] how far the walk of each listing has come, for a day.
public final class WalkItems implements Walks {
  private static final Duration KEPT = Duration.ofDays(1);

  private final DynamoDbClient dynamo;
  private final String table;
  private final String prefix;

  private WalkItems(DynamoDbClient dynamo, String table, String prefix) {
    this.dynamo = dynamo;
    this.table = table;
    this.prefix = prefix;
  }

  /// The walks through old fences.
  public WalkItems(DynamoDbClient dynamo, String table) {
    this(dynamo, table, "walk#");
  }

  /// The walks through the quarantine.
  public static WalkItems ofQuarantine(DynamoDbClient dynamo, String table) {
    return new WalkItems(dynamo, table, "quarantine-walk#");
  }

  private String partition(String listing) {
    return prefix + listing;
  }

  @Override
  public Optional<WalkProgress> last(String listing) {
    return dynamo.query(StateItems.partition(table, partition(listing)).build()).items().stream()
        .findFirst()
        .map(item -> progress(listing, item));
  }

  private static WalkProgress progress(String listing, Map<String, AttributeValue> item) {
    return new WalkProgress(
        listing,
        StateItems.required(item, "generation").s(),
        StateItems.required(item, "position").s(),
        StateItems.instant(StateItems.required(item, "at")));
  }

  @Override
  public void keep(WalkProgress progress) {
    Map<String, AttributeValue> item =
        Map.of(
            "pk", fromS(partition(progress.listing())),
            "sk", fromS("fences"),
            "generation", fromS(progress.generation()),
            "position", fromS(progress.position()),
            "at", StateItems.millis(progress.at()),
            "expires", fromN(Long.toString(progress.at().plus(KEPT).getEpochSecond())));
    dynamo.putItem(put -> put.tableName(table).item(item));
  }
}
