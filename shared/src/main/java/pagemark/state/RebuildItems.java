package pagemark.state;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/// Rebuilds as items of the [StateTable]: one for the job, one for each segment.
public final class RebuildItems implements Rebuilds {
  private static final Duration KEPT = Duration.ofDays(14);

  private final DynamoDbClient dynamo;
  private final String table;

  public RebuildItems(DynamoDbClient dynamo, String table) {
    this.dynamo = dynamo;
    this.table = table;
  }

  private static AttributeValue partition(String listing) {
    return fromS("rebuild#" + listing);
  }

  private static Map<String, AttributeValue> key(String listing) {
    return Map.of("pk", partition(listing), "sk", fromS("job"));
  }

  @Override
  public RebuildJob acquire(String listing, String owner, Instant now, Instant until) {
    try {
      return job(
          listing,
          dynamo
              .updateItem(
                  u ->
                      u.tableName(table)
                          .key(key(listing))
                          .updateExpression("SET #owner = :owner, leaseUntil = :until")
                          .conditionExpression(
                              "attribute_not_exists(pk) OR leaseUntil < :now OR #owner = :owner")
                          .expressionAttributeNames(Map.of("#owner", "owner"))
                          .expressionAttributeValues(
                              Map.of(
                                  ":owner", fromS(owner),
                                  ":now", StateItems.millis(now),
                                  ":until", StateItems.millis(until)))
                          .returnValues(ReturnValue.ALL_NEW)
                          .returnValuesOnConditionCheckFailure(
                              ReturnValuesOnConditionCheckFailure.ALL_OLD))
              .attributes());
    } catch (ConditionalCheckFailedException e) {
      throw new RebuildHeldException(listing, StateItems.instant(required(e.item(), "leaseUntil")));
    }
  }

  private static RebuildJob job(String listing, Map<String, AttributeValue> item) {
    return new RebuildJob(
        listing,
        required(item, "owner").s(),
        StateItems.instant(required(item, "leaseUntil")),
        plan(item));
  }

  private static RebuildJob.@Nullable Plan plan(Map<String, AttributeValue> item) {
    if (!item.containsKey("generation")) {
      return null;
    }
    return new RebuildJob.Plan(
        required(item, "generation").s(),
        required(item, "nonce").s(),
        Integer.parseInt(required(item, "segments").n()),
        StateItems.instant(required(item, "began")),
        Integer.parseInt(required(item, "round").n()));
  }

  @Override
  public void save(RebuildJob job) {
    Map<String, AttributeValue> item = new HashMap<>(key(job.listing()));
    item.put("owner", fromS(job.owner()));
    item.put("leaseUntil", StateItems.millis(job.leaseUntil()));
    if (job.plan() != null) {
      item.put("generation", fromS(job.plan().generation()));
      item.put("nonce", fromS(job.plan().nonce()));
      item.put("segments", number(job.plan().segments()));
      item.put("began", StateItems.millis(job.plan().began()));
      item.put("round", number(job.plan().round()));
    }
    owned(
        job.listing(),
        () ->
            dynamo.putItem(
                p ->
                    p.tableName(table)
                        .item(item)
                        .conditionExpression("#owner = :owner")
                        .expressionAttributeNames(Map.of("#owner", "owner"))
                        .expressionAttributeValues(Map.of(":owner", fromS(job.owner())))));
  }

  private static AttributeValue number(long value) {
    return fromN(Long.toString(value));
  }

  private static <T> T owned(String listing, Supplier<T> write) {
    try {
      return write.get();
    } catch (ConditionalCheckFailedException e) {
      throw new RebuildLostException(listing);
    }
  }

  @Override
  public RebuildJob renew(String listing, String owner, Instant until) {
    return owned(
        listing,
        () ->
            job(
                listing,
                dynamo
                    .updateItem(
                        u ->
                            u.tableName(table)
                                .key(key(listing))
                                .updateExpression("SET leaseUntil = :until")
                                .conditionExpression("#owner = :owner")
                                .expressionAttributeNames(Map.of("#owner", "owner"))
                                .expressionAttributeValues(
                                    Map.of(
                                        ":owner", fromS(owner),
                                        ":until", StateItems.millis(until)))
                                .returnValues(ReturnValue.ALL_NEW))
                    .attributes()));
  }

  @Override
  public void save(String listing, RebuildJob.Plan plan, int segment, SegmentPosition position) {
    RebuildCounts counts = position.counts();
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("pk", partition(listing));
    item.put("sk", fromS(segments(plan) + segment));
    item.put("lastKey", fromM(position.lastKey()));
    item.put("done", fromBool(position.done()));
    item.put("items", number(counts.items()));
    item.put("entries", number(counts.entries()));
    item.put("poison", number(counts.poison()));
    item.put("repaired", number(counts.repaired()));
    item.put("expires", number(plan.began().plus(KEPT).getEpochSecond()));
    dynamo.putItem(p -> p.tableName(table).item(item));
  }

  private static String segments(RebuildJob.Plan plan) {
    return "segment#" + plan.generation() + "#";
  }

  @Override
  public List<SegmentPosition> positions(String listing, RebuildJob.Plan plan) {
    SegmentPosition[] positions = new SegmentPosition[plan.segments()];
    Arrays.fill(positions, SegmentPosition.START);
    String prefix = segments(plan);
    for (Map<String, AttributeValue> item : items(listing, prefix)) {
      String number = required(item, "sk").s().substring(prefix.length());
      positions[Integer.parseInt(number)] = position(item);
    }
    return List.of(positions);
  }

  private List<Map<String, AttributeValue>> items(String listing, String prefix) {
    return dynamo
        .queryPaginator(
            query ->
                query
                    .tableName(table)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk AND begins_with(sk, :prefix)")
                    .expressionAttributeValues(
                        Map.of(":pk", partition(listing), ":prefix", fromS(prefix))))
        .items()
        .stream()
        .toList();
  }

  private static SegmentPosition position(Map<String, AttributeValue> item) {
    return new SegmentPosition(
        required(item, "lastKey").m(),
        required(item, "done").bool(),
        new RebuildCounts(
            count(item, "items"),
            count(item, "entries"),
            count(item, "poison"),
            count(item, "repaired")));
  }

  private static long count(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(required(item, name).n());
  }

  /// Positions that a crash leaves expire by themselves, and nobody asks for them.
  @Override
  public void end(String listing, String owner) {
    RebuildJob.Plan plan = delete(listing, owner);
    if (plan != null) {
      for (Map<String, AttributeValue> item : items(listing, segments(plan))) {
        dynamo.deleteItem(
            d ->
                d.tableName(table)
                    .key(Map.of("pk", required(item, "pk"), "sk", required(item, "sk"))));
      }
    }
  }

  private RebuildJob.@Nullable Plan delete(String listing, String owner) {
    try {
      return plan(
          dynamo
              .deleteItem(
                  d ->
                      d.tableName(table)
                          .key(key(listing))
                          .conditionExpression("#owner = :owner")
                          .expressionAttributeNames(Map.of("#owner", "owner"))
                          .expressionAttributeValues(Map.of(":owner", fromS(owner)))
                          .returnValues(ReturnValue.ALL_OLD))
              .attributes());
    } catch (ConditionalCheckFailedException e) {
      return null;
    }
  }
}
