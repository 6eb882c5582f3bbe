package pagemark.state.rebuild;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.state.StateItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A [RebuildJob] as an item of the [StateTable][pagemark.state.StateTable].
///
/// Earlier versions wrote no `by`, `marked` and `workedAt`. Such a plan counts as begun by nobody,
/// not marked, and last worked on when it began.
final class RebuildJobItem {
  /// The sort key of a job.
  static final String JOB = "job";

  private RebuildJobItem() {}

  static AttributeValue partition(String listing) {
    return fromS("rebuild#" + listing);
  }

  static Map<String, AttributeValue> key(String listing) {
    return Map.of("pk", partition(listing), "sk", fromS(JOB));
  }

  static Map<String, AttributeValue> write(Lease lease, RebuildJob.Plan plan) {
    Map<String, AttributeValue> item = new HashMap<>(key(lease.listing()));
    item.put("owner", fromS(lease.owner()));
    item.put("leaseUntil", StateItems.millis(lease.until()));
    item.put("workedAt", StateItems.millis(lease.now()));
    item.put("generation", fromS(plan.generation()));
    item.put("nonce", fromS(plan.nonce()));
    item.put("segments", number(plan.segments()));
    item.put("began", StateItems.millis(plan.began()));
    item.put("round", number(plan.round()));
    item.put("by", fromS(plan.by()));
    item.put("marked", fromBool(plan.marked()));
    return item;
  }

  private static AttributeValue number(int value) {
    return fromN(Integer.toString(value));
  }

  static RebuildJob read(String listing, Map<String, AttributeValue> item) {
    RebuildJob.Plan plan = plan(item);
    AttributeValue workedAt = item.get("workedAt");
    Instant began = plan == null ? Instant.EPOCH : plan.began();
    return new RebuildJob(
        listing,
        required(item, "owner").s(),
        StateItems.instant(required(item, "leaseUntil")),
        workedAt == null ? began : StateItems.instant(workedAt),
        plan);
  }

  static RebuildJob.@Nullable Plan plan(Map<String, AttributeValue> item) {
    if (!item.containsKey("generation")) {
      return null;
    }
    AttributeValue by = item.get("by");
    AttributeValue marked = item.get("marked");
    return new RebuildJob.Plan(
        required(item, "generation").s(),
        required(item, "nonce").s(),
        Integer.parseInt(required(item, "segments").n()),
        StateItems.instant(required(item, "began")),
        Integer.parseInt(required(item, "round").n()),
        by == null ? "" : by.s(),
        marked != null && marked.bool());
  }

  /// An update by the job's owner.
  ///
  /// @param plan the plan that must be current; null if any plan, or none, is fine
  /// @param more what to set in addition to the lease
  record Worked(Lease lease, RebuildJob.@Nullable Plan plan, String more) {
    String update() {
      return "SET leaseUntil = :until, workedAt = :now" + more;
    }

    String condition() {
      return "#owner = :owner"
          + " AND (attribute_not_exists(generation) OR workedAt >= :since"
          + " OR (attribute_not_exists(workedAt) AND began >= :since))"
          + (plan == null ? "" : " AND generation = :generation");
    }

    Map<String, AttributeValue> values() {
      Map<String, AttributeValue> values = new HashMap<>();
      values.put(":owner", fromS(lease.owner()));
      values.put(":until", StateItems.millis(lease.until()));
      values.put(":now", StateItems.millis(lease.now()));
      values.put(":since", StateItems.millis(lease.workedSince()));
      if (plan != null) {
        values.put(":generation", fromS(plan.generation()));
      }
      if (!more.isEmpty()) {
        values.put(":true", fromBool(true));
      }
      return values;
    }
  }
}
