package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.function.StreamSyncHandler.BatchLog;
import pagemark.index.Sequence;
import pagemark.services.TestContext;
import pagemark.state.KeyHashes;
import pagemark.state.QuarantinedItem;
import pagemark.state.SampleHashes;
import pagemark.sync.BatchOutcome;
import pagemark.sync.BatchOutcome.Counts;

final class BatchLogTest {
  private static final QuarantinedItem POISON =
      new QuarantinedItem(
          "comments",
          Map.of("PK", fromS("rita")),
          new Sequence("111"),
          "SK must be a string (S)",
          Instant.EPOCH);

  private static final KeyHashes HASHES = SampleHashes.ofThisProcess();
  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

  private static List<String> lines(int poisons) {
    TestContext context = new TestContext();
    new BatchLog(new FunctionLog(context, () -> NOON), HASHES)
        .write(
            40,
            Duration.ofMillis(1204),
            new BatchOutcome(
                5,
                new Counts(1, 2, 3, 0, 4),
                Collections.nCopies(poisons, POISON),
                null,
                List.of()));
    return context.lines;
  }

  @Test
  void writesOneLineABatch() {
    assertEquals(
        List.of(
            """
            {"event":"batch","records":40,"generations":5,"applied":1,"duplicates":2,"older":3,"repaired":0,\
            "unmarked":4,"poison":0,"level":"INFO","requestId":"request",\
            "timestamp":"2024-05-01T12:00:00Z","function":"function","Lag":1204,\
            "_aws":{"Timestamp":1714564800000,"CloudWatchMetrics":[{"Namespace":"Pagemark",\
            "Dimensions":[["function"]],"Metrics":[{"Name":"Lag","Unit":"Milliseconds"}]}]}}\
            """),
        lines(0));
  }

  @Test
  void namesAPoisonByTheHashOfItsKey() {
    List<String> lines = lines(1);

    assertEquals(
        """
        {"event":"poison","listing":"comments","keyHash":"%s","sequence":"111",\
        "reason":"SK must be a string (S)","level":"WARN","requestId":"request","timestamp":"2024-05-01T12:00:00Z"}\
        """
            .formatted(HASHES.of(POISON.key())),
        lines.getFirst());
    assertFalse(lines.toString().contains("rita"));
  }

  @Test
  void writesAtMostTenPoisonsABatch() {
    assertEquals(11, lines(30).size());
  }
}
