package pagemark.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.sync.StreamedTable;

final class EventSinkTest {
  private static final List<JsonNode> BATCH =
      Stream.of("99", "100", "101").map(EventSinkTest::record).toList();

  private static JsonNode record(String sequence) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return json.objectNode()
        .put("eventSource", "aws:dynamodb")
        .set("dynamodb", json.objectNode().put("SequenceNumber", sequence));
  }

  private static int applied(JsonNode answer) {
    return new EventSink(_ -> answer).deliver(BATCH);
  }

  private static JsonNode failed(String... sequences) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode failures = answer.putArray("batchItemFailures");
    Stream.of(sequences).forEach(each -> failures.addObject().put("itemIdentifier", each));
    return answer;
  }

  @Test
  void onlyReplayedRecordsAreMarked() {
    List<JsonNode> events = new ArrayList<>();
    EventSink sink =
        new EventSink(
            event -> {
              events.add(event.at("/Records/2"));
              return failed("100");
            });
    assertEquals(1, sink.replay(BATCH));
    assertEquals(1, sink.deliver(BATCH));
    assertEquals(StreamedTable.REPLAY, events.getFirst().path("eventSource").textValue());
    assertEquals(BATCH.getLast(), events.getLast());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"batchItemFailures\":null}", "{\"batchItemFailures\":[]}", "null"})
  void answerWithoutFailuresMeansAllDone(String answer) throws JsonProcessingException {
    assertEquals(3, applied(MissingNode.getInstance()));
    assertEquals(3, applied(json(answer)));
  }

  /// Neither the order of the answer nor that of the text counts: 99 is below 100.
  @Test
  void lowestOfSeveralFailedRecordsCounts() {
    assertEquals(1, applied(failed("101", "100")));
    assertEquals(0, applied(failed("101", "99", "100")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"12345\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"101\"},{\"itemIdentifier\":\"12345\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
        "{\"batchItemFailures\":[{\"identifier\":\"101\"}]}",
        "{\"batchItemFailures\":[{}]}",
        "{\"batchItemFailures\":\"101\"}"
      })
  void failureThatNamesNoRecordOfTheBatchFailsAllOfIt(String answer)
      throws JsonProcessingException {
    assertEquals(0, applied(json(answer)));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return JsonMapper.builder().build().readTree(text);
  }
}
