package pagemark.state.rebuild;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;
import pagemark.state.GenerationChanges;
import pagemark.state.RebuildHeldException;
import pagemark.state.StateItems;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Stores rebuilds in the [StateTable]: one item for the job of a listing, one for each segment,
/// and one for the merge.
///
/// Several processes may believe that they own a rebuild: one of them was suspended while its lease
/// ended. So every change has the owner, and the generation of its plan, as its condition, and a
/// change of generations is one transaction with it. A process that has lost the rebuild gets
/// [RebuildLostException] instead of changing what the next owner does.
///
/// Cost: an update for each renewed lease and for each note of a segment, and a transaction for
/// each step that changes generations. The items of segments expire after 14 days, if nobody ends
/// the rebuild.
public final class RebuildItems implements Rebuilds {
  private static final Duration KEPT = Duration.ofDays(14);
  private static final int TRIES_MAX = 10;
  private static final Map<String, String> OWNER = Map.of("#owner", "owner");

  private final DynamoDbClient dynamo;
  private final String table;
  private final StateTable generations;
  private final MergeItems merges;

  public RebuildItems(DynamoDbClient dynamo, String table) {
    this.dynamo = dynamo;
    this.table = table;
    this.generations = new StateTable(dynamo, table);
    this.merges = new MergeItems(dynamo, table, KEPT);
  }

  @Override
  public RebuildJob acquire(Lease lease) {
    try {
      return RebuildJobItem.read(
          lease.listing(),
          dynamo
              .updateItem(
                  u ->
                      u.tableName(table)
                          .key(RebuildJobItem.key(lease.listing()))
                          .updateExpression("SET #owner = :owner, leaseUntil = :until")
                          .conditionExpression(
                              "attribute_not_exists(pk) OR leaseUntil < :now OR #owner = :owner")
                          .expressionAttributeNames(OWNER)
                          .expressionAttributeValues(
                              Map.of(
                                  ":owner", fromS(lease.owner()),
                                  ":now", StateItems.millis(lease.now()),
                                  ":until", StateItems.millis(lease.until())))
                          .returnValues(ReturnValue.ALL_NEW)
                          .returnValuesOnConditionCheckFailure(
                              ReturnValuesOnConditionCheckFailure.ALL_OLD))
              .attributes());
    } catch (ConditionalCheckFailedException e) {
      throw new RebuildHeldException(
          lease.listing(), StateItems.instant(required(e.item(), "leaseUntil")));
    }
  }

  @Override
  public void begin(
      Lease lease,
      RebuildJob.@Nullable Plan replaced,
      RebuildJob.Plan plan,
      Generation generation) {
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":owner", fromS(lease.owner())));
    if (replaced != null) {
      values.put(":replaced", fromS(replaced.generation()));
    }
    String condition =
        "#owner = :owner AND "
            + (replaced == null ? "attribute_not_exists(generation)" : "generation = :replaced");
    TransactWriteItem job =
        TransactWriteItem.builder()
            .put(
                p ->
                    p.tableName(table)
                        .item(RebuildJobItem.write(lease, plan))
                        .conditionExpression(condition)
                        .expressionAttributeNames(OWNER)
                        .expressionAttributeValues(values))
            .build();
    transact(lease, job, changes -> changes.registration(generation));
  }

  /// Changes the job and generations in one transaction. Reads the generations again and retries,
  /// up to 10 times, if they change meanwhile.
  private void transact(
      Lease lease,
      TransactWriteItem job,
      Function<GenerationChanges, List<TransactWriteItem>> changes) {
    TransactionCanceledException failure = null;
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      List<TransactWriteItem> all = new ArrayList<>(List.of(job));
      all.addAll(changes.apply(new GenerationChanges(table, generations.live(lease.listing()))));
      try {
        dynamo.transactWriteItems(t -> t.transactItems(all));
        return;
      } catch (TransactionCanceledException e) {
        CancellationReason ofJob = e.cancellationReasons().getFirst();
        if ("ConditionalCheckFailed".equals(ofJob.code())) {
          throw lost(lease, ofJob.item());
        }
        failure = e;
      }
    }
    throw new IllegalStateException(
        "the generations of %s changed %d times while one was changed"
            .formatted(lease.listing(), TRIES_MAX),
        failure);
  }

  /// Finds out why the job does not belong to the lease's owner any more.
  private static RebuildLostException lost(Lease lease, Map<String, AttributeValue> item) {
    if (item.containsKey("owner") && required(item, "owner").s().equals(lease.owner())) {
      RebuildJob job = RebuildJobItem.read(lease.listing(), item);
      if (job.isLeft(lease)) {
        return RebuildLostException.left(lease.listing(), job.workedAt());
      }
    }
    return new RebuildLostException(lease.listing());
  }

  @Override
  public RebuildJob renew(Lease lease) {
    return update(lease, new RebuildJobItem.Worked(lease, null, ""));
  }

  @Override
  public RebuildJob marked(Lease lease, RebuildJob.Plan plan) {
    return update(lease, new RebuildJobItem.Worked(lease, plan, ", marked = :true"));
  }

  private RebuildJob update(Lease lease, RebuildJobItem.Worked worked) {
    try {
      return RebuildJobItem.read(
          lease.listing(),
          dynamo
              .updateItem(
                  u ->
                      u.tableName(table)
                          .key(RebuildJobItem.key(lease.listing()))
                          .updateExpression(worked.update())
                          .conditionExpression(worked.condition())
                          .expressionAttributeNames(OWNER)
                          .expressionAttributeValues(worked.values())
                          .returnValues(ReturnValue.ALL_NEW)
                          .returnValuesOnConditionCheckFailure(
                              ReturnValuesOnConditionCheckFailure.ALL_OLD))
              .attributes());
    } catch (ConditionalCheckFailedException e) {
      throw lost(lease, e.hasItem() ? e.item() : Map.of());
    }
  }

  @Override
  public void serve(Lease lease, RebuildJob.Plan plan) {
    transact(
        lease, worked(lease, plan), changes -> changes.swap(lease.listing(), plan.generation()));
  }

  @Override
  public void retire(Lease lease) {
    transact(lease, worked(lease, null), GenerationChanges::retirement);
  }

  private TransactWriteItem worked(Lease lease, RebuildJob.@Nullable Plan plan) {
    RebuildJobItem.Worked worked = new RebuildJobItem.Worked(lease, plan, "");
    return TransactWriteItem.builder()
        .update(
            u ->
                u.tableName(table)
                    .key(RebuildJobItem.key(lease.listing()))
                    .updateExpression(worked.update())
                    .conditionExpression(worked.condition())
                    .expressionAttributeNames(OWNER)
                    .expressionAttributeValues(worked.values())
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  @Override
  public void save(String listing, RebuildJob.Plan plan, int segment, SegmentProgress progress) {
    Map<String, AttributeValue> item = SegmentItem.write(progress);
    item.put("pk", RebuildJobItem.partition(listing));
    item.put("sk", fromS(segments(plan) + segment));
    item.put("expires", number(plan.began().plus(KEPT).getEpochSecond()));
    dynamo.putItem(p -> p.tableName(table).item(item));
  }

  private static AttributeValue number(long value) {
    return fromN(Long.toString(value));
  }

  private static String segments(RebuildJob.Plan plan) {
    return "segment#" + plan.generation() + "#";
  }

  @Override
  public List<SegmentProgress> progress(String listing, RebuildJob.Plan plan) {
    SegmentProgress[] progress = new SegmentProgress[plan.segments()];
    Arrays.fill(progress, SegmentProgress.START);
    String prefix = segments(plan);
    for (Map<String, AttributeValue> item : items(listing, prefix)) {
      String number = required(item, "sk").s().substring(prefix.length());
      progress[Integer.parseInt(number)] = SegmentItem.read(item);
    }
    return List.of(progress);
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
                        Map.of(":pk", RebuildJobItem.partition(listing), ":prefix", fromS(prefix))))
        .items()
        .stream()
        .toList();
  }

  @Override
  public Optional<MergePlan> merging(String listing, RebuildJob.Plan plan) {
    return merges.read(listing, plan);
  }

  @Override
  public void beginMerge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    merges.begin(listing, plan, merge);
  }

  @Override
  public void dropMerge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    merges.drop(listing, plan, merge);
  }

  @Override
  public void endMerge(String listing, RebuildJob.Plan plan, MergePlan merge) {
    merges.end(listing, plan, merge);
  }

  /// A crash can leave such items behind. Nobody reads them, and they expire.
  @Override
  public void end(String listing, String owner, RebuildJob.Plan plan) {
    if (delete(listing, owner, plan)) {
      for (Map<String, AttributeValue> item : items(listing, segments(plan))) {
        dynamo.deleteItem(d -> d.tableName(table).key(StateItems.primaryKey(item)));
      }
      merges.remove(listing, plan);
    }
  }

  private boolean delete(String listing, String owner, RebuildJob.Plan plan) {
    try {
      dynamo.deleteItem(
          d ->
              d.tableName(table)
                  .key(RebuildJobItem.key(listing))
                  .conditionExpression("#owner = :owner AND generation = :generation")
                  .expressionAttributeNames(OWNER)
                  .expressionAttributeValues(
                      Map.of(":owner", fromS(owner), ":generation", fromS(plan.generation()))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }
}
