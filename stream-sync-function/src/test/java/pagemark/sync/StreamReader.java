package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.watch.WatchedStream;

/// Reads a stream in the form of Lambda's events.
public final class StreamReader {
  private static final int EMPTY_ANSWERS = 3;

  private final WatchedStream stream;
  private final Map<String, String> iterators = new HashMap<>();
  private final Set<String> ended = new HashSet<>();

  public StreamReader(WatchedStream stream) {
    this.stream = stream;
  }

  /// All records since the last call. The first call returns all records of the stream.
  public List<DynamodbStreamRecord> more() {
    ArrayNode records = JsonNodeFactory.instance.arrayNode();
    for (WatchedStream.Shard shard : stream.shards()) {
      if (!ended.contains(shard.id())) {
        read(shard.id(), records);
      }
    }
    JsonNode event = JsonNodeFactory.instance.objectNode().set("Records", records);
    return EventJson.read(event.toString()).getRecords();
  }

  private void read(String shard, ArrayNode records) {
    String next = iterators.computeIfAbsent(shard, id -> stream.iterator(id, null));
    for (int empty = 0; next != null && empty < EMPTY_ANSWERS; ) {
      WatchedStream.Fetched fetched = stream.read(next);
      records.addAll(fetched.records());
      empty = fetched.records().isEmpty() ? empty + 1 : 0;
      next = fetched.next();
    }
    if (next == null) {
      ended.add(shard);
    } else {
      iterators.put(shard, next);
    }
  }
}
