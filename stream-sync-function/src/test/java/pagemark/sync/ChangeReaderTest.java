package pagemark.sync;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.index.Sequence;
import pagemark.sync.ChangeReader.Change;
import pagemark.sync.ChangeReader.Change.Proof;

final class ChangeReaderTest {
  private final Instant now = SyncFixture.CLOCK.instant();
  private final ChangeReader reader = new ChangeReader(TableModel.STREAM, Set.of("PK"), now);

  private final TableModel table = new TableModel();
  private final DynamodbStreamRecord insert = table.put(Map.of("PK", fromS("rita")));
  private final DynamodbStreamRecord modify =
      table.put(Map.of("PK", fromS("rita"), "title", fromS("So so")));
  private final DynamodbStreamRecord remove = table.remove("rita");

  private ChangeReader.Batch read() {
    return reader.read(TableModel.event(List.of(insert, modify, remove)));
  }

  /// The error after `record` was spoilt; the records before it are still read.
  private String error(DynamodbStreamRecord record, Consumer<DynamodbStreamRecord> spoil) {
    spoil.accept(record);
    ChangeReader.Batch batch = read();
    assertEquals(List.of(insert, modify, remove).indexOf(record), batch.changes().size());
    return requireNonNull(batch.error());
  }

  @Test
  void readsWhatAnItemWasAndWhatItBecame() {
    var rita = Map.of("PK", fromS("rita"));
    var titled = Map.of("PK", fromS("rita"), "title", fromS("So so"));

    assertEquals(
        new ChangeReader.Batch(
            List.of(
                new Change(
                    0,
                    new Sequence("99999999999999999991"),
                    Proof.IMAGES,
                    now,
                    rita,
                    Map.of(),
                    rita),
                new Change(
                    1, new Sequence("99999999999999999992"), Proof.IMAGES, now, rita, rita, titled),
                new Change(
                    2,
                    new Sequence("99999999999999999993"),
                    Proof.IMAGES,
                    now,
                    rita,
                    titled,
                    Map.of())),
            null,
            null),
        read());
  }

  @Test
  void aSequenceNumberMayHaveLeadingZeros() {
    insert.getDynamodb().setSequenceNumber("000000000000000111");

    assertEquals(new Sequence("111"), read().changes().getFirst().sequence());
  }

  @Test
  void aRecordWithoutACreationTimeCountsAsTheOldest() {
    insert.getDynamodb().setApproximateCreationDateTime(null);

    assertEquals(Instant.EPOCH, read().changes().getFirst().createdAt());
  }

  @Test
  void refusesARecordOfAnotherStream() {
    assertEquals(
        "the record is from the stream arn:other; this function follows " + TableModel.STREAM,
        error(modify, record -> record.setEventSourceARN("arn:other")));
    assertEquals(
        "the record is from the stream null; this function follows " + TableModel.STREAM,
        error(insert, record -> record.setEventSourceARN(null)));
  }

  @ParameterizedTest
  @CsvSource({"REMOVE, KEYS_ONLY", "MODIFY, NEW_IMAGE", "MODIFY, OLD_IMAGE", "INSERT, OLD_IMAGE"})
  void refusesARecordWithoutItsImages(String event, StreamViewType type) {
    DynamodbStreamRecord record =
        Stream.of(insert, modify, remove)
            .filter(each -> each.getEventName().equals(event))
            .findFirst()
            .orElseThrow();
    StreamRecord body = record.getDynamodb();
    body.setStreamViewType(type);
    body.setOldImage(type == StreamViewType.OLD_IMAGE ? body.getKeys() : null);
    body.setNewImage(type == StreamViewType.NEW_IMAGE ? body.getKeys() : null);
    assertEquals(
        "the %s record lacks an image: the stream's view type is %s; set it to NEW_AND_OLD_IMAGES"
            .formatted(event, type),
        error(record, _ -> {}));
  }

  @Test
  void refusesAnEventItDoesNotKnow() {
    String message = "the event name is %s; valid values: INSERT, MODIFY, REMOVE";
    for (StreamViewType type :
        List.of(StreamViewType.KEYS_ONLY, StreamViewType.NEW_IMAGE, StreamViewType.OLD_IMAGE)) {
      modify.getDynamodb().setStreamViewType(type);
      assertEquals(message.formatted("UPSERT"), error(modify, r -> r.setEventName("UPSERT")));
      assertEquals(message.formatted("null"), error(modify, r -> r.setEventName((String) null)));
    }
    modify.getDynamodb().setStreamViewType(StreamViewType.NEW_AND_OLD_IMAGES);
    modify.getDynamodb().setOldImage(null);
    modify.getDynamodb().setNewImage(null);
    assertEquals(message.formatted("UPSERT"), error(modify, r -> r.setEventName("UPSERT")));
  }

  /// DynamoDB Local names the deletion of an expired item so.
  @Test
  void aRecordOfAnotherNameIsJudgedByItsImages() {
    ChangeReader.Batch expected = read();
    List<DynamodbStreamRecord> records = List.of(insert, modify, remove);
    records.forEach(record -> record.setEventName("UNKNOWN_TO_SDK_VERSION"));
    assertEquals(expected, read());

    records.forEach(record -> record.setDynamodb(withoutViewType(record.getDynamodb())));
    assertEquals(expected, read());

    Map<String, AttributeValue> keys = new HashMap<>(remove.getDynamodb().getKeys());
    keys.put("title", new AttributeValue("So so"));
    remove.getDynamodb().setKeys(keys);
    assertEquals(expected, read());
  }

  private static StreamRecord withoutViewType(StreamRecord body) {
    StreamRecord copy = new StreamRecord();
    copy.setKeys(body.getKeys());
    copy.setOldImage(body.getOldImage());
    copy.setNewImage(body.getNewImage());
    copy.setSequenceNumber(body.getSequenceNumber());
    copy.setApproximateCreationDateTime(body.getApproximateCreationDateTime());
    return copy;
  }

  @Test
  void aRecordThatLacksAnImageIsReadAfterTwoMinutes() {
    modify.getDynamodb().setOldImage(null);
    modify.getDynamodb().setApproximateCreationDateTime(Date.from(now.minusSeconds(119)));
    assertEquals(1, read().changes().size());
    assertEquals(now.minusSeconds(119), read().unreadable());

    modify.getDynamodb().setApproximateCreationDateTime(Date.from(now.minusSeconds(120)));
    assertEquals(
        List.of(Proof.IMAGES, Proof.UNREADABLE, Proof.IMAGES),
        read().changes().stream().map(Change::proof).toList());

    modify.getDynamodb().setKeys(null);
    assertEquals(1, read().changes().size());
    assertEquals(
        "the MODIFY record lacks its key; once it has left the stream, run `pagemark audit"
            + " --repair`",
        read().error());
  }

  @Test
  void refusesAKeyWithoutAType() {
    assertEquals(
        "the key attribute PK has no type",
        error(insert, record -> record.getDynamodb().setKeys(Map.of("PK", new AttributeValue()))));
  }

  @Test
  void refusesABatchIfARecordHasNoSequenceNumber() {
    remove.getDynamodb().setSequenceNumber(null);
    assertThrows(IllegalArgumentException.class, this::read);

    remove.getDynamodb().setSequenceNumber("12a");
    assertThrows(IllegalArgumentException.class, this::read);

    remove.setDynamodb(null);
    assertThrows(IllegalArgumentException.class, this::read);
  }
}
