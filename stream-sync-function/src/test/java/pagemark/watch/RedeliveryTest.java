package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.watch.EventSink.Redelivery;
import pagemark.watch.ShardWalk.Go;
import pagemark.watch.ShardWalk.Visit;

/// Records of one shard, a second apart, the first one of the second 0.
final class RedeliveryTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// The numbers of the records of each batch.
  private final List<List<Integer>> batches = new ArrayList<>();

  private final List<String> stops = new ArrayList<>();

  /// The function answers that this record failed.
  private int failing = -1;

  private JsonNode answer(JsonNode event) {
    List<Integer> batch = new ArrayList<>();
    event
        .path("Records")
        .forEach(record -> batch.add(Integer.parseInt(WatchedStream.sequence(record))));
    batches.add(batch);
    ObjectNode answer = JSON.objectNode();
    answer.putArray("batchItemFailures");
    if (batch.contains(failing)) {
      answer.withArray("batchItemFailures").addObject().put("itemIdentifier", "" + failing);
    }
    return answer;
  }

  private Visit deliver(int since, int to, List<JsonNode> records) {
    return new Redelivery(
            new EventSink(this::answer),
            Instant.ofEpochSecond(since),
            Instant.ofEpochSecond(to),
            stops::add)
        .deliver(records);
  }

  private static List<JsonNode> records(int count, int bytes) {
    return IntStream.range(0, count).mapToObj(number -> record(number, bytes)).toList();
  }

  private static JsonNode record(int number, int bytes) {
    return JSON.objectNode()
        .set(
            "dynamodb",
            JSON.objectNode()
                .put("SequenceNumber", "" + number)
                .put("ApproximateCreationDateTime", number)
                .put("text", "x".repeat(bytes)));
  }

  @Test
  void deliversTheRecordsBetweenTwoTimes() {
    List<JsonNode> records = records(10, 0);
    assertEquals(new Visit(8, Go.ON), deliver(3, 6, records.subList(0, 8)));
    assertEquals(List.of(List.of(3, 4, 5, 6, 7)), batches, "the last batch may go beyond");
    assertEquals(new Visit(0, Go.ENOUGH), deliver(3, 6, records.subList(8, 10)));
    assertEquals(1, batches.size());
  }

  @Test
  void endsWithTheRecordsThatAreDoneIfOneFails() {
    failing = 4;
    assertEquals(new Visit(4, Go.STOP), deliver(1, 9, records(10, 0)));
    assertEquals(List.of("a record failed"), stops);
  }

  /// An invocation takes 6 MB. A record alone is never too large.
  @Test
  void aBatchFitsIntoAnInvocation() {
    List<JsonNode> records =
        Stream.concat(records(8, 300_000).stream(), Stream.of(record(8, 1_500_000))).toList();
    assertEquals(new Visit(9, Go.ON), deliver(0, 99, records));
    assertEquals(List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7), List.of(8)), batches);
    batches.clear();
    deliver(0, 9_999, records(1_001, 0));
    assertEquals(List.of(500, 500, 1), batches.stream().map(List::size).toList());
  }
}
