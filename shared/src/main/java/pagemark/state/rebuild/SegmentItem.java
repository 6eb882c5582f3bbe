package pagemark.state.rebuild;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import java.util.HashMap;
import java.util.Map;
import pagemark.state.StateItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A [SegmentProgress] as an item of the [StateTable][pagemark.state.StateTable].
///
/// Earlier versions know no waiting rows, or keep them in `runs`, which is not read here. Each
/// version reads an item with the waiting rows of another one as one without, and reads the rows
/// again.
final class SegmentItem {
  /// The prefix of the counts of all items that were read.
  private static final String READ = "read";

  private static final String READ_AFTER = "readAfter";
  private static final String READ_TO = "readTo";
  private static final String SORTED = "sorted";
  private static final String FULL = "full";
  private static final String DROPPED = "dropped";

  /// The prefix of what a merge counts.
  private static final String MERGE = "merge";

  private static final String MERGE_PLAN = "mergePlan";
  private static final String MERGE_RUNS = "mergeRuns";
  private static final String MERGE_NEXT = "mergeNext";
  private static final String MERGE_DONE = "mergeDone";

  private SegmentItem() {}

  /// The attributes without the key.
  static Map<String, AttributeValue> write(SegmentProgress progress) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("lastKey", fromM(progress.lastKey()));
    item.put("done", fromBool(progress.done()));
    put(item, "", progress.counts());
    if (progress.dropped() > 0) {
      item.put(DROPPED, number(progress.dropped()));
    }
    WaitingRows waiting = progress.waiting();
    if (waiting != null) {
      item.put(READ_AFTER, StateItems.millis(waiting.readAfter()));
      item.put(READ_TO, fromM(waiting.readTo()));
      put(item, READ, waiting.counts());
      item.put(SORTED, MergeItem.names(waiting.runs()));
      item.put(FULL, fromBool(waiting.full()));
    }
    if (progress.merge() != null) {
      put(item, progress.merge());
    }
    return item;
  }

  private static void put(Map<String, AttributeValue> item, MergeProgress merge) {
    item.put(MERGE_PLAN, number(merge.plan()));
    item.put(MERGE_RUNS, number(merge.runs()));
    item.put(MERGE_DONE, fromBool(merge.done()));
    put(item, MERGE, merge.counts());
    if (merge.next() != null) {
      item.put(MERGE_NEXT, MergeItem.border(merge.next()));
    }
  }

  private static void put(Map<String, AttributeValue> item, String prefix, RebuildCounts counts) {
    item.put(prefix + "items", number(counts.items()));
    item.put(prefix + "entries", number(counts.entries()));
    item.put(prefix + "poison", number(counts.poison()));
    item.put(prefix + "repaired", number(counts.repaired()));
  }

  private static AttributeValue number(long value) {
    return fromN(Long.toString(value));
  }

  static SegmentProgress read(Map<String, AttributeValue> item) {
    return new SegmentProgress(
        required(item, "lastKey").m(),
        required(item, "done").bool(),
        counts(item, ""),
        item.containsKey(SORTED) ? waiting(item) : null,
        item.containsKey(DROPPED) ? (int) number(item, DROPPED) : 0,
        item.containsKey(MERGE_PLAN) ? merge(item) : null);
  }

  private static WaitingRows waiting(Map<String, AttributeValue> item) {
    return new WaitingRows(
        StateItems.instant(required(item, READ_AFTER)),
        required(item, READ_TO).m(),
        counts(item, READ),
        MergeItem.names(required(item, SORTED)),
        required(item, FULL).bool());
  }

  private static MergeProgress merge(Map<String, AttributeValue> item) {
    AttributeValue next = item.get(MERGE_NEXT);
    return new MergeProgress(
        number(item, MERGE_PLAN),
        (int) number(item, MERGE_RUNS),
        next == null ? null : MergeItem.border(next),
        required(item, MERGE_DONE).bool(),
        counts(item, MERGE));
  }

  private static RebuildCounts counts(Map<String, AttributeValue> item, String prefix) {
    return new RebuildCounts(
        number(item, prefix + "items"),
        number(item, prefix + "entries"),
        number(item, prefix + "poison"),
        number(item, prefix + "repaired"));
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(required(item, name).n());
  }
}
