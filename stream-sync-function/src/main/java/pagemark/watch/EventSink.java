package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import pagemark.sync.StreamedTable;

/// Delivers records to the function that consumes the stream.
///
/// @param function takes an event and returns its answer; its exceptions pass through
public record EventSink(UnaryOperator<JsonNode> function) {
  /// Invokes a function in Lambda and waits for its answer.
  ///
  /// @param lambda the endpoint of Lambda
  /// @param name the function's name
  public static EventSink ofLambda(SignedCalls calls, URI lambda, String name) {
    URI invocations = lambda.resolve("/2015-03-31/functions/" + name + "/invocations");
    return new EventSink(
        event ->
            calls.post("lambda", invocations, Map.of("Content-Type", "application/json"), event));
  }

  /// Delivers records as one batch.
  ///
  /// @return how many of them are applied, from the first on: all, if the answer names no failure;
  ///   those before the first one that failed; none, if the answer has another shape than
  ///   `{"batchItemFailures": [{"itemIdentifier": "..."}]}`, or names a record that is not in the
  ///   batch
  public int deliver(List<JsonNode> records) {
    ArrayNode batch = JsonNodeFactory.instance.arrayNode().addAll(records);
    JsonNode answer = function.apply(JsonNodeFactory.instance.objectNode().set("Records", batch));
    JsonNode failures = answer.path("batchItemFailures");
    if (failures.isMissingNode() || failures.isNull()) {
      return records.size();
    }
    List<String> sequences = records.stream().map(WatchedStream::sequence).toList();
    int applied = failures.isArray() ? records.size() : 0;
    for (JsonNode failure : failures) {
      int failed = sequences.indexOf(failure.path("itemIdentifier").asText());
      applied = Math.min(applied, Math.max(failed, 0));
    }
    return applied;
  }

  /// As [#deliver], with records that are marked as replayed.
  int replay(List<JsonNode> records) {
    return deliver(records.stream().map(EventSink::replayed).toList());
  }

  private static JsonNode replayed(JsonNode record) {
    return record.<ObjectNode>deepCopy().put("eventSource", StreamedTable.REPLAY);
  }
}
