package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BatchAnswerTest {
  private static final List<StreamRecord> BATCH =
      List.of(Records.record("99"), Records.record("100"), Records.record("101"));

  @Test
  void noAnswerMeansAllDone() {
    assertEquals(3, BatchAnswer.done(MissingNode.getInstance(), BATCH));
    assertEquals(3, BatchAnswer.done(NullNode.getInstance(), BATCH));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"batchItemFailures\":null}", "{\"batchItemFailures\":[]}", "null"})
  void answerWithoutFailuresMeansAllDone(String answer) throws JsonProcessingException {
    assertEquals(3, BatchAnswer.done(json(answer), BATCH));
  }

  @Test
  void recordsBeforeTheFailedOneAreDone() {
    assertEquals(1, BatchAnswer.done(Records.failed("100"), BATCH));
  }

  /// Neither the order of the answer nor that of the text counts: 99 is below 100.
  @Test
  void lowestOfSeveralFailedRecordsCounts() {
    assertEquals(1, BatchAnswer.done(Records.failed("101", "100"), BATCH));
    assertEquals(0, BatchAnswer.done(Records.failed("101", "99", "100"), BATCH));
  }

  @Test
  void failedFirstRecordLeavesNothingDone() {
    assertEquals(0, BatchAnswer.done(Records.failed("99"), BATCH));
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
    assertEquals(0, BatchAnswer.done(json(answer), BATCH));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return JsonMapper.builder().build().readTree(text);
  }
}
