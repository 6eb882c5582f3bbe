package pagemark.local.pump;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.local.lambda.FunctionSettings;
import pagemark.local.lambda.LocalFunction;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

final class StreamEventJsonTest {
  private static final String ARN =
      "arn:aws:dynamodb:ddblocal:000000000000:table/comments/stream/2024-05-01T00:00:00.000";

  private static final Record RITA =
      Record.builder()
          .eventID("c4ca4238")
          .eventName(OperationType.MODIFY)
          .eventVersion("1.1")
          .eventSource("aws:dynamodb")
          .awsRegion("ddblocal")
          .dynamodb(
              d ->
                  d.approximateCreationDateTime(Instant.ofEpochSecond(1714521600))
                      .keys(Map.of("PK", AttributeValue.fromS("rita")))
                      .oldImage(Map.of("PK", AttributeValue.fromS("rita")))
                      .newImage(
                          Map.of(
                              "PK", AttributeValue.fromS("rita"),
                              "rating", AttributeValue.fromN("5")))
                      .sequenceNumber("000000000000000000012")
                      .sizeBytes(42L)
                      .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
          .build();

  @Test
  void recordHasTheShapeThatTheServiceSends() throws JsonProcessingException {
    assertEquals(
        json(
            """
            {"eventID": "c4ca4238", "eventName": "MODIFY", "eventVersion": "1.1",
             "eventSource": "aws:dynamodb", "awsRegion": "ddblocal",
             "dynamodb": {
               "ApproximateCreationDateTime": 1714521600,
               "Keys": {"PK": {"S": "rita"}},
               "NewImage": {"PK": {"S": "rita"}, "rating": {"N": "5"}},
               "OldImage": {"PK": {"S": "rita"}},
               "SequenceNumber": "000000000000000000012",
               "SizeBytes": 42,
               "StreamViewType": "NEW_AND_OLD_IMAGES"},
             "eventSourceARN": "%s"}
            """
                .formatted(ARN)),
        json(StreamEventJson.record(RITA, ARN).toString()));
  }

  @Test
  void removalHasNoNewImageAndNamesWhoRemovedTheItem() {
    Record expired =
        RITA.toBuilder()
            .eventName(OperationType.REMOVE)
            .dynamodb(RITA.dynamodb().toBuilder().newImage(null).build())
            .userIdentity(
                Identity.builder().type("Service").principalId("dynamodb.amazonaws.com").build())
            .build();

    JsonNode json = StreamEventJson.record(expired, ARN);

    assertFalse(json.path("dynamodb").has("NewImage"));
    assertEquals("Service", json.at("/userIdentity/type").textValue());
    assertEquals("dynamodb.amazonaws.com", json.at("/userIdentity/principalId").textValue());
  }

  @Test
  void everyAttributeTypeHasItsName() throws JsonProcessingException {
    Record record =
        RITA.toBuilder()
            .dynamodb(RITA.dynamodb().toBuilder().newImage(oneOfEach()).build())
            .build();

    assertEquals(
        json(
            """
            {"s": {"S": "é"}, "n": {"N": "1.50"}, "b": {"B": "AP8="}, "bool": {"BOOL": false},
             "null": {"NULL": true}, "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "2"]},
             "bs": {"BS": ["AP8="]}, "l": {"L": [{"S": "x"}, {"NULL": true}]},
             "m": {"M": {"inner": {"L": []}}}, "emptyMap": {"M": {}}}
            """),
        json(StreamEventJson.record(record, ARN).at("/dynamodb/NewImage").toString()));
  }

  /// The function gets what Lambda's own serialization makes of the JSON.
  @Test
  void functionGetsTheEventThroughLambdasSerialization() {
    List<DynamodbEvent> seen = new ArrayList<>();
    LocalFunction<DynamodbEvent, StreamsEventResponse> function =
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
            new FunctionSettings("stream-sync", Duration.ofSeconds(30), line -> {}));
    StreamRecord record =
        new StreamRecord("000000000000000000012", StreamEventJson.record(RITA, ARN));

    JsonNode answer = new FunctionInvoker(function).invoke(List.of(record));

    DynamodbStreamRecord got = seen.getFirst().getRecords().getFirst();
    assertEquals("MODIFY", got.getEventName());
    assertEquals(ARN, got.getEventSourceARN());
    assertEquals("5", requireNonNull(got.getDynamodb().getNewImage().get("rating")).getN());
    assertEquals(
        1714521600L,
        got.getDynamodb().getApproximateCreationDateTime().toInstant().getEpochSecond());
    assertEquals("000000000000000000012", got.getDynamodb().getSequenceNumber());
    assertEquals(0, BatchAnswer.done(answer, List.of(record)));
    assertEquals(
        "000000000000000000012", answer.at("/batchItemFailures/0/itemIdentifier").textValue());
  }

  private static Map<String, AttributeValue> oneOfEach() {
    SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {0, -1});
    return Map.ofEntries(
        Map.entry("s", AttributeValue.fromS("é")),
        Map.entry("n", AttributeValue.fromN("1.50")),
        Map.entry("b", AttributeValue.fromB(bytes)),
        Map.entry("bool", AttributeValue.fromBool(false)),
        Map.entry("null", AttributeValue.fromNul(true)),
        Map.entry("ss", AttributeValue.fromSs(List.of("a", "b"))),
        Map.entry("ns", AttributeValue.fromNs(List.of("1", "2"))),
        Map.entry("bs", AttributeValue.fromBs(List.of(bytes))),
        Map.entry(
            "l",
            AttributeValue.fromL(List.of(AttributeValue.fromS("x"), AttributeValue.fromNul(true)))),
        Map.entry("m", AttributeValue.fromM(Map.of("inner", AttributeValue.fromL(List.of())))),
        Map.entry("emptyMap", AttributeValue.fromM(Map.of())));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return JsonMapper.builder().build().readTree(text);
  }
}
