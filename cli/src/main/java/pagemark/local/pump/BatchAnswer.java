package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Reads a function's answer to a batch, `{"batchItemFailures": [{"itemIdentifier": "..."}]}`, as
/// an event source mapping with ReportBatchItemFailures does.
final class BatchAnswer {
  private BatchAnswer() {}

  /// Counts the records of `batch`, from the first one on, that are done:
  ///
  /// - all, if there is no answer, or it names no failure;
  /// - those before the first one that failed, if it names failures;
  /// - none, if the answer has another shape or names a record that is not in the batch.
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
