package pagemark.state.rebuild;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How far a segment of a scan was read and applied.
///
/// @param lastKey the key attributes of the last item; empty before the first
/// @param done whether the segment was read to its end
/// @param counts the counts of all items up to there
public record SegmentProgress(
    Map<String, AttributeValue> lastKey, boolean done, RebuildCounts counts) {
  public static final SegmentProgress START =
      new SegmentProgress(Map.of(), false, RebuildCounts.ZERO);

  public SegmentProgress {
    lastKey = Map.copyOf(lastKey);
  }
}
