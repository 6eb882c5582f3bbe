package pagemark.local.lambda;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalFunctionTest {
  private static final String ARN =
      "arn:aws:dynamodb:ddblocal:000000000000:table/comments/stream/2024-05-01T00:00:00.000";

  private static final String RITA =
      """
      {"Records": [{"eventID": "c4ca4238", "eventName": "MODIFY", "eventVersion": "1.1",
       "eventSource": "aws:dynamodb", "awsRegion": "ddblocal",
       "dynamodb": {
         "ApproximateCreationDateTime": 1714521600,
         "Keys": {"PK": {"S": "rita"}},
         "NewImage": {"PK": {"S": "rita"}, "rating": {"N": "5"}},
         "OldImage": {"PK": {"S": "rita"}},
         "SequenceNumber": "000000000000000000012",
         "SizeBytes": 42,
         "StreamViewType": "NEW_AND_OLD_IMAGES"},
       "eventSourceARN": "%s"}]}
      """
          .formatted(ARN);

  /// The function gets what Lambda's own serialization makes of the JSON.
  @Test
  void functionGetsTheEventThroughLambdasSerialization() throws JsonProcessingException {
    List<DynamodbEvent> seen = new ArrayList<>();
    LocalFunction function =
        LocalFunction.of(
            (event, context) -> {
              seen.add(event);
              return StreamsEventResponse.builder()
                  .withBatchItemFailures(
                      List.of(new StreamsEventResponse.BatchItemFailure("000000000000000000012")))
                  .build();
            },
            DynamodbEvent.class,
            StreamsEventResponse.class,
            new LocalFunction.Settings("stream-sync", Duration.ofSeconds(30), line -> {}));

    JsonNode answer = function.call(JsonMapper.builder().build().readTree(RITA));

    DynamodbStreamRecord got = seen.getFirst().getRecords().getFirst();
    assertEquals("MODIFY", got.getEventName());
    assertEquals(ARN, got.getEventSourceARN());
    assertEquals("5", requireNonNull(got.getDynamodb().getNewImage().get("rating")).getN());
    assertEquals(
        1714521600L,
        got.getDynamodb().getApproximateCreationDateTime().toInstant().getEpochSecond());
    assertEquals("000000000000000000012", got.getDynamodb().getSequenceNumber());
    assertEquals(
        "000000000000000000012", answer.at("/batchItemFailures/0/itemIdentifier").textValue());
  }
}
