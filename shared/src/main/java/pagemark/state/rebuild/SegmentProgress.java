package pagemark.state.rebuild;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How far a segment of a scan was read and applied.
///
/// @param lastKey the key attributes of the last item that was applied; empty before the first
/// @param done whether the segment was applied to its end
/// @param counts the counts of all items up to there
/// @param waiting the rows behind `lastKey` that were read and wait to be applied; null if there
///   are none
/// @param dropped how often waiting rows became too old and were dropped
public record SegmentProgress(
    Map<String, AttributeValue> lastKey,
    boolean done,
    RebuildCounts counts,
    @Nullable WaitingRows waiting,
    int dropped) {
  public static final SegmentProgress START =
      new SegmentProgress(Map.of(), false, RebuildCounts.ZERO);

  public SegmentProgress {
    lastKey = Map.copyOf(lastKey);
  }

  /// No rows wait.
  public SegmentProgress(Map<String, AttributeValue> lastKey, boolean done, RebuildCounts counts) {
    this(lastKey, done, counts, null, 0);
  }

  /// More rows were read, and wait.
  public SegmentProgress with(WaitingRows more) {
    return new SegmentProgress(lastKey, done, counts, more, dropped);
  }

  /// All rows were applied up to a key.
  ///
  /// @param applied empty at the end of the segment
  public SegmentProgress after(Map<String, AttributeValue> applied, RebuildCounts all) {
    return new SegmentProgress(applied, applied.isEmpty(), all, null, dropped);
  }

  /// The waiting rows are gone and must be read again.
  public SegmentProgress withoutWaiting() {
    return new SegmentProgress(lastKey, done, counts, null, dropped + 1);
  }

  /// The counts of all items that were read, applied or not.
  public RebuildCounts read() {
    return waiting == null ? counts : waiting.counts();
  }

  /// Where the scan goes on: the key of the last item that was read.
  public Map<String, AttributeValue> readTo() {
    return waiting == null ? lastKey : waiting.readTo();
  }
}
