package pagemark.sync;

import static java.util.Comparator.naturalOrder;
import static software.amazon.awssdk.core.SdkBytes.fromByteBuffer;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.Sequence;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Reads the records of an event, and stops at the first one that is from another stream or lacks
/// an image. Such a record shows a wrong deployment, or a stream that another tool wrote otherwise
/// than DynamoDB does. It is never skipped; Lambda delivers it again.
///
/// A record whose view type is right, and which has its key, is read all the same after two
/// minutes: it proves nothing, so that its item is read from the table.
///
/// @param stream the ARN of the followed stream
/// @param key the names of the table's key attributes
/// @param now the time by the function's clock
public record ChangeReader(String stream, Set<String> key, Instant now) {
  private static final Set<String> NAMES = Set.of("INSERT", "MODIFY", "REMOVE");

  /// For how long a record that lacks an image blocks its shard.
  static final Duration UNREADABLE_MAX = Duration.ofMinutes(2);

  /// The records that were read.
  ///
  /// @param changes the readable records, in the order of the event
  /// @param error what is wrong with the record after the last of `changes`; null if all records
  ///   were read
  /// @param unreadable when that record was created, if it is of the followed stream
  record Batch(List<Change> changes, @Nullable String error, @Nullable Instant unreadable) {}

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
        boolean isFollowed = stream.equals(record.getEventSourceARN());
        return new Batch(
            changes, e.getMessage(), isFollowed ? createdAt(record.getDynamodb()) : null);
      }
    }
    return new Batch(changes, null, null);
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
    StreamRecord body = record.getDynamodb();
    return new Change(
        number,
        sequence(record),
        proof(record),
        createdAt(body),
        key(record),
        EventAttributes.convert(body.getOldImage()),
        EventAttributes.convert(body.getNewImage()));
  }

  /// An item without its key could not even be quarantined. Where DynamoDB Local deletes an expired
  /// item, it adds the keys of the table's indexes.
  private Map<String, AttributeValue> key(DynamodbStreamRecord record) throws UnreadableException {
    Map<String, AttributeValue> told = EventAttributes.convert(record.getDynamodb().getKeys());
    if (!NAMES.contains(String.valueOf(record.getEventName())) && told.keySet().containsAll(key)) {
      told.keySet().retainAll(key);
    }
    for (Map.Entry<String, AttributeValue> attribute : told.entrySet()) {
      if (attribute.getValue().type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
        throw new UnreadableException(
            "the key attribute %s has no type".formatted(attribute.getKey()));
      }
    }
    return told;
  }

  /// A record without a creation time counts as the oldest possible one, which is no proof.
  private static Instant createdAt(StreamRecord body) {
    Date created = body.getApproximateCreationDateTime();
    return created == null ? Instant.EPOCH : created.toInstant();
  }

  /// @throws UnreadableException if an image is missing, and the record's shard should wait for it
  private Change.Proof proof(DynamodbStreamRecord record) throws UnreadableException {
    StreamRecord body = record.getDynamodb();
    String fault = fault(record);
    if (fault == null) {
      return StreamedTable.REPLAY.equals(record.getEventSource())
          ? Change.Proof.REPLAYED
          : Change.Proof.IMAGES;
    }
    if (body.getKeys() == null
        || !hasBothImages(body)
        || createdAt(body).isAfter(now.minus(UNREADABLE_MAX))) {
      throw new UnreadableException(fault);
    }
    return Change.Proof.UNREADABLE;
  }

  /// What is wrong with a record's images; null if nothing is. DynamoDB Local names the deletion of
  /// an expired item otherwise than DynamoDB, so a name that is not known demands no image.
  private static @Nullable String fault(DynamodbStreamRecord record) {
    StreamRecord body = record.getDynamodb();
    String name = String.valueOf(record.getEventName());
    boolean hasOld = body.getOldImage() != null;
    boolean hasNew = body.getNewImage() != null;
    boolean isComplete =
        switch (name) {
          case "INSERT" -> hasNew;
          case "MODIFY" -> hasOld && hasNew;
          case "REMOVE" -> hasOld;
          default -> hasBothImages(body) && (hasOld || hasNew);
        };
    if (isComplete && body.getKeys() != null) {
      return null;
    }
    if (body.getKeys() == null) {
      return "the %s record lacks its key; once it has left the stream, run `pagemark audit --repair`"
          .formatted(name);
    }
    return NAMES.contains(name)
        ? "the %s record lacks an image: the stream's view type is %s; set it to NEW_AND_OLD_IMAGES"
            .formatted(name, body.getStreamViewType())
        : "the event name is %s; valid values: INSERT, MODIFY, REMOVE".formatted(name);
  }

  private static boolean hasBothImages(StreamRecord body) {
    String type = body.getStreamViewType();
    return type == null || type.equals("NEW_AND_OLD_IMAGES");
  }

  /// The followed stream does not deliver such a record.
  private static final class UnreadableException extends Exception {
    UnreadableException(String message) {
      super(message);
    }
  }

  /// Converts attribute values of Lambda's event library to those of the AWS SDK. Both libraries
  /// model the same format.
  static final class EventAttributes {
    private static final AttributeValue TYPELESS = AttributeValue.builder().build();

    private EventAttributes() {}

    /// Converts all attributes of an item, nested ones too; null gives an empty map. A value whose
    /// type is missing, or unknown to Lambda's library, has no type in the result. It is poison if
    /// a listing uses the attribute, and harmless otherwise.
    static Map<String, AttributeValue> convert(
        @Nullable
            Map<String, com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue>
            attributes) {
      Map<String, AttributeValue> converted = new LinkedHashMap<>();
      if (attributes != null) {
        attributes.forEach((name, value) -> converted.put(name, convert(value)));
      }
      return converted;
    }

    private static AttributeValue convert(
        com.amazonaws.services.lambda.runtime.events.models.dynamodb.@Nullable AttributeValue
            value) {
      if (value == null) {
        return TYPELESS;
      }
      if (value.getS() != null) {
        return AttributeValue.fromS(value.getS());
      }
      if (value.getN() != null) {
        return AttributeValue.fromN(value.getN());
      }
      if (value.getB() != null) {
        return AttributeValue.fromB(fromByteBuffer(value.getB()));
      }
      if (value.getBOOL() != null) {
        return AttributeValue.fromBool(value.getBOOL());
      }
      if (value.getNULL() != null) {
        return AttributeValue.fromNul(value.getNULL());
      }
      return convertContainer(value);
    }

    private static AttributeValue convertContainer(
        com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue value) {
      if (value.getM() != null) {
        return AttributeValue.fromM(convert(value.getM()));
      }
      if (value.getL() != null) {
        return AttributeValue.fromL(value.getL().stream().map(EventAttributes::convert).toList());
      }
      if (value.getSS() != null) {
        return AttributeValue.fromSs(value.getSS());
      }
      if (value.getNS() != null) {
        return AttributeValue.fromNs(value.getNS());
      }
      if (value.getBS() != null) {
        return AttributeValue.fromBs(
            value.getBS().stream().map((ByteBuffer bytes) -> fromByteBuffer(bytes)).toList());
      }
      return TYPELESS;
    }
  }

  /// A stream record: an item before and after one write.
  ///
  /// @param number the record's index in its batch, from 0
  /// @param proof whether its images prove where the item is
  /// @param createdAt the approximate time of the write, never later than the write
  /// @param key the item's key attributes
  /// @param oldImage empty if the item did not exist before
  /// @param newImage empty if the item was deleted
  record Change(
      int number,
      Sequence sequence,
      Proof proof,
      Instant createdAt,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> oldImage,
      Map<String, AttributeValue> newImage) {
    /// What a record's images prove. Without proof, its item is read from the table.
    enum Proof {
      /// Where the item is, unless the record is too old.
      IMAGES,
      /// Nothing: the watch has read the record again. The index may already have newer changes of
      /// the item, from a later shard with lower numbers.
      REPLAYED,
      /// Nothing: an image is missing that the record should have.
      UNREADABLE
    }
  }
}
