package pagemark.sync;

import static java.util.Comparator.naturalOrder;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the records of an event, and stops at the first one that is from another stream or lacks
/// an image. Such a record shows a wrong deployment. It is never skipped; Lambda delivers it again
/// until the deployment is corrected.
///
/// @param stream the ARN of the followed stream
public record ChangeReader(String stream) {
  /// The records that were read.
  ///
  /// @param changes the readable records, in the order of the event
  /// @param error what is wrong with the record after the last of `changes`; null if all records
  ///   were read
  record Batch(List<Change> changes, @Nullable String error) {}

  /// @throws IllegalArgumentException if a record has no sequence number, as those of another kind
  ///   of source have none here: Lambda could not be told which record failed
  Batch read(DynamodbEvent event) {
    List<Change> changes = new ArrayList<>();
    List<DynamodbStreamRecord> records = records(event);
    for (DynamodbStreamRecord record : records) {
      sequence(record);
    }
    for (DynamodbStreamRecord record : records) {
      try {
        changes.add(change(changes.size(), record));
      } catch (UnreadableException e) {
        return new Batch(changes, e.getMessage());
      }
    }
    return new Batch(changes, null);
  }

  public static List<DynamodbStreamRecord> records(DynamodbEvent event) {
    return event.getRecords() == null ? List.of() : event.getRecords();
  }

  /// When the oldest record was created; empty if no record says so.
  public static Optional<Instant> oldest(DynamodbEvent event) {
    return records(event).stream()
        .map(DynamodbStreamRecord::getDynamodb)
        .filter(Objects::nonNull)
        .map(StreamRecord::getApproximateCreationDateTime)
        .filter(Objects::nonNull)
        .map(Date::toInstant)
        .min(naturalOrder());
  }

  private Sequence sequence(DynamodbStreamRecord record) {
    if (record.getDynamodb() == null) {
      throw new IllegalArgumentException(
          ("this is not a DynamoDB stream: the record is from %s, %s. Delete this event source"
                  + " mapping, and map the function to the table's own stream, %s")
              .formatted(record.getEventSource(), record.getEventSourceARN(), stream));
    }
    String digits = record.getDynamodb().getSequenceNumber();
    return Sequence.parse(digits == null ? "" : digits);
  }

  private Change change(int number, DynamodbStreamRecord record) throws UnreadableException {
    if (!stream.equals(record.getEventSourceARN())) {
      throw new UnreadableException(
          "the record is from the stream %s; this function follows %s"
              .formatted(record.getEventSourceARN(), stream));
    }
    checkImages(record);
    StreamRecord body = record.getDynamodb();
    return new Change(
        number,
        sequence(record),
        StreamedTable.REPLAY.equals(record.getEventSource()),
        createdAt(body),
        key(body),
        EventAttributes.convert(body.getOldImage()),
        EventAttributes.convert(body.getNewImage()));
  }

  /// An item without its key could not even be quarantined.
  private static Map<String, AttributeValue> key(StreamRecord body) throws UnreadableException {
    Map<String, AttributeValue> key = EventAttributes.convert(body.getKeys());
    for (Map.Entry<String, AttributeValue> attribute : key.entrySet()) {
      if (attribute.getValue().type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
        throw new UnreadableException(
            "the key attribute %s has no type".formatted(attribute.getKey()));
      }
    }
    return key;
  }

  /// A record without a creation time counts as the oldest possible one, which is no proof.
  private static Instant createdAt(StreamRecord body) {
    Date created = body.getApproximateCreationDateTime();
    return created == null ? Instant.EPOCH : created.toInstant();
  }

  private static void checkImages(DynamodbStreamRecord record) throws UnreadableException {
    StreamRecord body = record.getDynamodb();
    boolean complete =
        switch (String.valueOf(record.getEventName())) {
          case "INSERT" -> body.getNewImage() != null;
          case "MODIFY" -> body.getNewImage() != null && body.getOldImage() != null;
          case "REMOVE" -> body.getOldImage() != null;
          default ->
              throw new UnreadableException(
                  "the event name is %s; valid values: INSERT, MODIFY, REMOVE"
                      .formatted(record.getEventName()));
        };
    if (!complete || body.getKeys() == null) {
      throw new UnreadableException(
          "the %s record lacks an image: the stream's view type is %s; set it to NEW_AND_OLD_IMAGES"
              .formatted(record.getEventName(), body.getStreamViewType()));
    }
  }

  /// The followed stream does not deliver such a record.
  private static final class UnreadableException extends Exception {
    UnreadableException(String message) {
      super(message);
    }
  }
}
