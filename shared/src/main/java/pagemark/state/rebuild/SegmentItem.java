package pagemark.state.rebuild;

import static pagemark.state.StateItems.required;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.index.rows.Row;
import pagemark.state.StateItems;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A [SegmentProgress] as an item of the [StateTable][pagemark.state.StateTable].
///
/// Earlier versions know no waiting rows. They read an item with them as one without, and read the
/// rows again.
final class SegmentItem {
  /// The prefix of the counts of all items that were read.
  private static final String READ = "read";

  private static final String READ_AFTER = "readAfter";
  private static final String READ_TO = "readTo";
  private static final String RUNS = "runs";
  private static final String DROPPED = "dropped";
  private static final String MERGED_GROUP = "mergedGroup";
  private static final String MERGED_CELL = "mergedCell";
  private static final String MERGED_PLACE = "mergedPlace";
  private static final int RUN_BYTES = Long.BYTES + Integer.BYTES;

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
      item.put(RUNS, packed(waiting.runs()));
      if (waiting.merged() != null) {
        put(item, waiting.merged());
      }
    }
    return item;
  }

  private static void put(Map<String, AttributeValue> item, Row merged) {
    item.put(MERGED_GROUP, fromS(merged.group().text()));
    item.put(MERGED_CELL, fromS(merged.entry().cell().name()));
    byte[] place = Place.of(merged.entry().position()).toArray();
    item.put(MERGED_PLACE, fromB(SdkBytes.fromByteArray(place)));
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

  private static AttributeValue packed(List<WaitingRows.Run> runs) {
    ByteBuffer packed = ByteBuffer.allocate(runs.size() * RUN_BYTES);
    runs.forEach(run -> packed.putLong(run.name()).putInt(run.chunk()));
    return fromB(SdkBytes.fromByteArray(packed.array()));
  }

  static SegmentProgress read(Map<String, AttributeValue> item) {
    return new SegmentProgress(
        required(item, "lastKey").m(),
        required(item, "done").bool(),
        counts(item, ""),
        item.containsKey(RUNS) ? waiting(item) : null,
        item.containsKey(DROPPED) ? (int) number(item, DROPPED) : 0);
  }

  private static WaitingRows waiting(Map<String, AttributeValue> item) {
    return new WaitingRows(
        StateItems.instant(required(item, READ_AFTER)),
        required(item, READ_TO).m(),
        counts(item, READ),
        runs(required(item, RUNS).b().asByteBuffer()),
        merged(item));
  }

  private static @Nullable Row merged(Map<String, AttributeValue> item) {
    if (!item.containsKey(MERGED_PLACE)) {
      return null;
    }
    Bytes place = Bytes.of(required(item, MERGED_PLACE).b().asByteArray());
    return new Row(
        new Group(required(item, MERGED_GROUP).s()),
        new Entry(new Cell(required(item, MERGED_CELL).s()), Place.position(place)));
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

  private static List<WaitingRows.Run> runs(ByteBuffer packed) {
    List<WaitingRows.Run> runs = new ArrayList<>();
    while (packed.hasRemaining()) {
      runs.add(new WaitingRows.Run(packed.getLong(), packed.getInt()));
    }
    return runs;
  }
}
