package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the records of an event up to the first that is no record of the followed stream with both
/// its images. Such a record is never skipped: it is an error of the deployment, and comes again
/// until that is mended.
///
/// @param stream the ARN of the followed stream
record ChangeReader(String stream) {
  /// @param changes in the order of the event
  /// @param error says what is wrong with the record after the last of `changes`; null where all
  ///   records were read
  record Batch(List<Change> changes, @Nullable String error) {}

  /// @throws IllegalArgumentException where a record has no sequence number, so that none could be
  ///   named as not applied
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

  static List<DynamodbStreamRecord> records(DynamodbEvent event) {
    return event.getRecords() == null ? List.of() : event.getRecords();
  }

  private static Sequence sequence(DynamodbStreamRecord record) {
    String digits = record.getDynamodb() == null ? null : record.getDynamodb().getSequenceNumber();
    return Sequence.parse(digits == null ? "" : digits);
  }

  private Change change(int number, DynamodbStreamRecord record) throws UnreadableException {
    if (!stream.equals(record.getEventSourceARN())) {
      throw new UnreadableException(
          "is of the stream %s; this function follows %s"
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

  /// Without its key, an item could not even be quarantined.
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

  /// A record that does not tell is as old as can be: no proof.
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
          default -> throw new UnreadableException("has the event name " + record.getEventName());
        };
    if (!complete || body.getKeys() == null) {
      throw new UnreadableException(
          "%s lacks an image: the stream's view type must be NEW_AND_OLD_IMAGES; it is %s"
              .formatted(record.getEventName(), body.getStreamViewType()));
    }
  }

  /// A record is not what the followed stream delivers.
  private static final class UnreadableException extends Exception {
    UnreadableException(String message) {
      super(message);
    }
  }
}
