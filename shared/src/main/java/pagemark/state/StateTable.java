package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// The DynamoDB table `pagemark-state`. Its items:
///
/// | pk | sk | holds |
/// | --- | --- | --- |
/// | `listing#NAME` | `generation#ID` | a [Generation] with its marks, [Inexact] |
/// | `quarantine#NAME` | SHA-256 of the item's key | a [QuarantinedItem], by [QuarantineItems]; `expires` 30 days after the last look |
/// | `look#NAME` | the time at which it is due, `#`, SHA-256 of the item's key | an early look at it; `expires` |
/// | `suspect#NAME` | SHA-256 over generation, group, cell, member, score | a [Suspect], by [SuspectItems]; `expires` 30 days after it was doubted last |
/// | `writers#STREAM` | the writer's name | a [WriterNote][pagemark.state.writer.WriterNote]; `expires` after a day |
/// | `walk#NAME`, `quarantine-walk#NAME` | `fences` | a [WalkProgress] through old fences, or through the quarantine, by [WalkItems]; `expires` after a day |
/// | `checkpoint#WORK` | a run's token; also with the numbers of parts | work that takes several invocations, by [CheckpointItems]; `expires` after two days |
/// | `followed#STREAM` | `until`, `replay` | how far a stream is followed, by [WatchItems]; `expires` |
/// | `witness#NAME#GENERATION` | time, writer and a number | a [WitnessNote][pagemark.state.writer.WitnessNote]; `expires` after a day |
/// | `sweep#NAME` | `lease` | who sweeps by an order by expiry, by [SweepLeases]; `expires` |
/// | `rebuild#NAME` | `job` | a [RebuildJob][pagemark.state.rebuild.RebuildJob] |
/// | `rebuild#NAME` | `segment#GENERATION#NUMBER` | a [SegmentProgress][pagemark.state.rebuild.SegmentProgress] of its plan; `expires` |
/// | `secret` | `key-hashes` | the secret of [KeyHashes] |
public final class StateTable implements Generations {
  /// The table's name if none is configured.
  public static final String DEFAULT_NAME = "pagemark-state";

  private static final int MARK_TRIES_MAX = 10;

  private final DynamoDbClient dynamo;
  private final String table;

  public StateTable(DynamoDbClient dynamo, String table) {
    this.dynamo = dynamo;
    this.table = table;
  }

  /// The client that reads and writes the table.
  public DynamoDbClient dynamo() {
    return dynamo;
  }

  /// The table's name.
  public String name() {
    return table;
  }

  /// The request that creates the table, for installations without the template.
  public static CreateTableRequest creation(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(text("pk"), text("sk"))
        .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Override
  public List<Generation> live(String listing) {
    return generations(listing).stream().filter(Generation::isLive).toList();
  }

  @Override
  public List<Generation> retired(String listing) {
    return generations(listing).stream().filter(generation -> !generation.isLive()).toList();
  }

  private List<Generation> generations(String listing) {
    List<Generation> all = new ArrayList<>();
    dynamo
        .queryPaginator(StateItems.partition(table, StateItems.generations(listing)).build())
        .items()
        .forEach(item -> all.add(StateItems.generation(listing, item)));
    return all;
  }

  @Override
  public void register(Generation generation) {
    try {
      dynamo.putItem(
          p ->
              p.tableName(table)
                  .item(StateItems.write(generation))
                  .conditionExpression("attribute_not_exists(pk)"));
    } catch (ConditionalCheckFailedException e) {
      throw new IllegalStateException("generation " + generation.id() + " exists", e);
    }
  }

  @Override
  public void serve(String listing, String id) {
    List<TransactWriteItem> swap = new GenerationChanges(table, live(listing)).swap(listing, id);
    try {
      dynamo.transactWriteItems(t -> t.transactItems(swap));
    } catch (TransactionCanceledException e) {
      throw new IllegalStateException(id + " is not a live generation of " + listing, e);
    }
  }

  @Override
  public void remove(String listing, String id) {
    try {
      dynamo.deleteItem(
          d ->
              d.tableName(table)
                  .key(StateItems.key(listing, id))
                  .conditionExpression("attribute_not_exists(pk) OR #state = :retired")
                  .expressionAttributeNames(Map.of("#state", "state"))
                  .expressionAttributeValues(
                      Map.of(":retired", fromS(Generation.State.RETIRED.name()))));
    } catch (ConditionalCheckFailedException e) {
      throw new IllegalStateException(id + " is a live generation of " + listing, e);
    }
  }

  @Override
  public void mark(String listing, String id, Inexact mark) {
    String name = StateItems.inexact(mark.cause());
    for (int tries = 0; tries < MARK_TRIES_MAX; tries++) {
      Map<String, AttributeValue> old = item(listing, id);
      @Nullable AttributeValue present = old.get(name);
      Inexact both = present == null ? mark : StateItems.mark(mark.cause(), present).and(mark);
      if (old.isEmpty() || replaceMark(listing, id, name, present, StateItems.write(both))) {
        return;
      }
    }
    throw new IllegalStateException(
        "the mark %s of %s changed %d times while it was set"
            .formatted(mark.cause(), id, MARK_TRIES_MAX));
  }

  private Map<String, AttributeValue> item(String listing, String id) {
    return dynamo
        .getItem(g -> g.tableName(table).key(StateItems.key(listing, id)).consistentRead(true))
        .item();
  }

  /// Replaces a mark if it is still the one that was seen. Null stands for no mark.
  ///
  /// @return whether it was
  private boolean replaceMark(
      String listing,
      String id,
      String name,
      @Nullable AttributeValue seen,
      @Nullable AttributeValue next) {
    Map<String, AttributeValue> values = new HashMap<>();
    if (seen != null) {
      values.put(":seen", seen);
    }
    if (next != null) {
      values.put(":next", next);
    }
    try {
      dynamo.updateItem(
          u ->
              u.tableName(table)
                  .key(StateItems.key(listing, id))
                  .updateExpression(next == null ? "REMOVE #mark" : "SET #mark = :next")
                  .conditionExpression(
                      "attribute_exists(pk) AND "
                          + (seen == null ? "attribute_not_exists(#mark)" : "#mark = :seen"))
                  .expressionAttributeNames(Map.of("#mark", name))
                  .expressionAttributeValues(values));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  @Override
  public void clear(String listing, String id, Inexact mark) {
    replaceMark(listing, id, StateItems.inexact(mark.cause()), StateItems.write(mark), null);
  }

  @Override
  public void swept(String listing, String id, Instant until) {
    set(listing, id, "swept", StateItems.millis(until));
  }

  @Override
  public void suspend(String listing, String id) {
    set(listing, id, "suspended", AttributeValue.fromBool(true));
  }

  private void set(String listing, String id, String attribute, AttributeValue value) {
    try {
      dynamo.updateItem(
          u ->
              u.tableName(table)
                  .key(StateItems.key(listing, id))
                  .updateExpression("SET %s = :value".formatted(attribute))
                  .conditionExpression("attribute_exists(pk)")
                  .expressionAttributeValues(Map.of(":value", value)));
    } catch (ConditionalCheckFailedException e) {
      // the generation is gone
    }
  }

  /// Removes all that is kept about single items of a listing: its quarantine and its suspects.
  public void forget(String listing) {
    for (String pk : StateItems.aboutItems(listing)) {
      dynamo
          .queryPaginator(StateItems.partition(table, pk).projectionExpression("pk, sk").build())
          .items()
          .forEach(key -> dynamo.deleteItem(d -> d.tableName(table).key(key)));
    }
  }
}
