package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pagemark.function.Wiring;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.pages.GroupQuery;
import pagemark.pages.error.PagesException;
import pagemark.redis.RedisTopology;
import pagemark.sync.BatchOutcome;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What requests get of a listing that has no index yet, whose index is lost, or whose stack has
/// got another kind of index: first pages and pages at cursors from the table, a 503 for all
/// others, until the rebuild.
@Nightly
@TakesLong(nightly = 10)
final class AnotherIndexIT {
  private static final String NOTES =
      """
      { "notes": { "table": "notes", "index": "byUser", "projection": "all",
          "group": { "attribute": "user" },
          "sort": { "attribute": "at", "type": "integer" },
          "key": [ { "attribute": "id" } ], "attributes": ["id"] } }
      """;
  private static final List<String> IDS = IntStream.range(0, 9).mapToObj(i -> "n" + i).toList();

  private static Map<String, AttributeValue> item(int i) {
    return Map.of(
        "id", AttributeValue.fromS("n" + i),
        "user", AttributeValue.fromS("rita"),
        "at", AttributeValue.fromN("" + i));
  }

  @Test
  void firstPagesComeFromTheTableUntilTheIndexIsBuilt() {
    List<Map<String, AttributeValue>> items =
        IntStream.range(0, IDS.size()).mapToObj(AnotherIndexIT::item).toList();
    try (DeployedNotes notes = new DeployedNotes(items);
        IndexStore redis = RedisTopology.SINGLE_NODE.emptyStore();
        IndexStore tables = notes.tables()) {
      assertOnlyFirstPages(notes, redis);
      assertBuilt(notes, redis);

      assertOnlyFirstPages(notes, tables);
      assertBuilt(notes, tables);

      try (IndexStore lost = RedisTopology.SINGLE_NODE.emptyStore()) {
        assertOnlyFirstPages(notes, lost);
        assertBuilt(notes, lost);
        // At the end, because a rebuild waits for a writer that has noted something.
        assertTrue(follows(notes, tables), "the stream goes on");
      }
    }
  }

  private static void assertOnlyFirstPages(DeployedNotes notes, IndexStore store) {
    GroupQuery asked = asked(notes, store);
    assertEquals(IDS.subList(0, 4), DeployedNotes.keys(asked.page(1)));
    String cursor = DeployedNotes.cursor(asked.page(1));
    assertEquals(IDS.subList(4, 8), DeployedNotes.keys(asked.cursor(cursor)));
    assertThrows(PagesException.NotReady.class, () -> asked.page(2));
  }

  private static GroupQuery asked(DeployedNotes notes, IndexStore store) {
    return notes.pages(store, NOTES).listing("notes").group("rita").size(4);
  }

  private static void assertBuilt(DeployedNotes notes, IndexStore store) {
    assertTrue(notes.rebuild(store, NOTES));
    assertEquals(IDS.subList(4, 8), DeployedNotes.keys(asked(notes, store).page(2)));
  }

  /// Whether a batch of the stream passes, although the generation that is followed is in another
  /// index.
  private static boolean follows(DeployedNotes notes, IndexStore store) {
    String stream = notes.table().stream();
    StreamRecord changed =
        new StreamRecord()
            .withSequenceNumber("111111111111111111111")
            .withStreamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
            .withKeys(Map.of("id", text("n0")))
            .withOldImage(image("0"))
            .withNewImage(image("0"));
    changed.setApproximateCreationDateTime(Date.from(Instant.now()));
    DynamodbStreamRecord record = new DynamodbStreamRecord();
    record.setEventName("MODIFY");
    record.setEventSourceARN(stream);
    record.setDynamodb(changed);
    DynamodbEvent event = new DynamodbEvent();
    event.setRecords(List.of(record));
    BatchOutcome outcome =
        new Wiring(notes.services(store, NOTES), "notes", stream)
            .sync(null)
            .sync(event, () -> 60_000);
    return outcome.unapplied() == null;
  }

  private static Map<
          String, com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue>
      image(String at) {
    return Map.of("id", text("n0"), "user", text("rita"), "at", number(at));
  }

  private static com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue text(
      String text) {
    return new com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue(text);
  }

  private static com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue number(
      String number) {
    return new com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue()
        .withN(number);
  }
}
