package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;

/// Records and answers for tests.
final class Records {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Records() {}

  static StreamRecord record(String sequence) {
    return new StreamRecord(sequence, NODES.objectNode().put("eventID", sequence));
  }

  /// Records numbered `from` to `to - 1`.
  static List<StreamRecord> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> record("" + i)).toList();
  }

  static List<String> sequences(List<StreamRecord> records) {
    return records.stream().map(StreamRecord::sequenceNumber).toList();
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
