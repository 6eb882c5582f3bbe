package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;

/// Records and answers for tests.
final class Records {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Records() {}

  static JsonNode record(String sequence) {
    return NODES.objectNode().set("dynamodb", NODES.objectNode().put("SequenceNumber", sequence));
  }

  /// A function that gets the records of each batch.
  static EventSink sink(Function<List<JsonNode>, JsonNode> function) {
    return new EventSink(event -> function.apply(event.path("Records").valueStream().toList()));
  }

  /// Records numbered `from` to `to - 1`.
  static List<JsonNode> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> record("" + i)).toList();
  }

  static List<String> sequences(List<JsonNode> records) {
    return records.stream().map(WatchedStream::sequence).toList();
  }

  static JsonNode allDone() {
    return MissingNode.getInstance();
  }

  /// An answer that names failed records.
  static ObjectNode failed(String... sequences) {
    ObjectNode answer = NODES.objectNode();
    ArrayNode failures = answer.putArray("batchItemFailures");
    for (String sequence : sequences) {
      failures.addObject().put("itemIdentifier", sequence);
    }
    return answer;
  }
}
