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

  /// Delivers records as one batch, marked as replayed.
  ///
  /// @return how many of them are applied, from the first on
  int deliver(List<JsonNode> records) {
    ArrayNode batch = JsonNodeFactory.instance.arrayNode();
    records.forEach(record -> batch.add(replayed(record)));
    JsonNode answer = function.apply(JsonNodeFactory.instance.objectNode().set("Records", batch));
    String failed = answer.at("/batchItemFailures/0/itemIdentifier").asText("");
    for (int i = 0; i < records.size() && !failed.isEmpty(); i++) {
      if (ShardWalk.sequence(records.get(i)).equals(failed)) {
        return i;
      }
    }
    return failed.isEmpty() ? records.size() : 0;
  }

  private static ObjectNode replayed(JsonNode record) {
    return record.<ObjectNode>deepCopy().put("eventSource", StreamedTable.REPLAY);
  }
}
