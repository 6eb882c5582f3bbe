package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import pagemark.sync.StreamedTable;
import pagemark.watch.ShardWalk.Go;
import pagemark.watch.ShardWalk.Visit;

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

  /// Delivers the records between two times to the stream's ordinary function, in batches that fit
  /// into an invocation. It skips earlier records, and ends a shard at the first later one.
  ///
  /// @param since the creation time of the first record to deliver
  /// @param to the creation time of the last one
  /// @param stopped takes the reason if a record fails
  record Redelivery(EventSink sink, Instant since, Instant to, Consumer<String> stopped) {
    private static final int BATCH_RECORDS_MAX = 500;
    private static final int BATCH_BYTES_MAX = 4_000_000;

    /// Delivers records of one shard, in their order.
    ///
    /// @return how many of them are done, and whether the shard is read on
    Visit deliver(List<JsonNode> records) {
      int done = 0;
      while (done < records.size()) {
        if (createdAt(records, done).isBefore(since)) {
          done++;
          continue;
        }
        if (createdAt(records, done).isAfter(to)) {
          return new Visit(done, Go.ENOUGH);
        }
        List<JsonNode> batch = batch(records.subList(done, records.size()));
        int applied = sink.replay(batch);
        done += applied;
        if (applied < batch.size()) {
          stopped.accept("a record failed");
          return new Visit(done, Go.STOP);
        }
      }
      return new Visit(done, Go.ON);
    }

    private static Instant createdAt(List<JsonNode> records, int number) {
      return WatchedStream.createdAt(records.get(number));
    }

    /// The next batch: at least one record, and at most about 4 MB.
    private static List<JsonNode> batch(List<JsonNode> records) {
      long bytes = 0;
      int count = 0;
      while (count < Math.min(records.size(), BATCH_RECORDS_MAX)) {
        bytes += records.get(count).toString().length() * 3L;
        if (count > 0 && bytes > BATCH_BYTES_MAX) {
          break;
        }
        count++;
      }
      return List.copyOf(records.subList(0, count));
    }
  }
}
