package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Reads a function's answer to a batch, `{"batchItemFailures": [{"itemIdentifier": "..."}]}`, as
/// an event source mapping with ReportBatchItemFailures does.
final class BatchAnswer {
  private BatchAnswer() {}

  /// How many records of `batch`, from its first on, are done: all where the answer is nothing,
  /// null, or names no failure; else those before the lowest one that failed; none where the answer
  /// has another shape or names a record that is not in the batch.
  static int done(JsonNode answer, List<StreamRecord> batch) {
    JsonNode failures = answer.path("batchItemFailures");
    if (failures.isMissingNode() || failures.isNull()) {
      return batch.size();
    }
    List<String> sequences = batch.stream().map(StreamRecord::sequenceNumber).toList();
    int done = failures.isArray() ? batch.size() : 0;
    for (JsonNode failure : failures) {
      int failed = sequences.indexOf(failure.path("itemIdentifier").asText());
      done = Math.min(done, Math.max(failed, 0));
    }
    return done;
  }
}
