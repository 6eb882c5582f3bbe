package pagemark.sync;

import static java.util.Objects.requireNonNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import java.math.BigInteger;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Definitions;
import pagemark.listing.json.Listings;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table of items with the key `PK`, and the stream records of its writes.
public final class TableModel {
  public static final String NAME = "comments";
  public static final String ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/comments";
  public static final String STREAM = ARN + "/stream/2026-11-21T00:00:00.000";

  /// The sample's listing, of this table.
  public static final Listings COMMENTS =
      Listings.parse(Definitions.COMMENTS, Map.of("TABLE_NAME", NAME));

  private final Map<String, Map<String, AttributeValue>> items = new LinkedHashMap<>();
  private final InstantSource clock;
  private BigInteger sequence = new BigInteger("99999999999999999990");

  public TableModel() {
    this(SyncFixture.CLOCK);
  }

  /// @param clock stamps the records; a real one if a real server's script checks them
  public TableModel(InstantSource clock) {
    this.clock = clock;
  }

  public Collection<Map<String, AttributeValue>> items() {
    return items.values();
  }

  /// The existing items with these keys.
  public Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    if (keys.size() > 100) {
      throw new IllegalArgumentException("too many keys: " + keys.size());
    }
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> found = new HashMap<>();
    for (Map<String, AttributeValue> key : keys) {
      Map<String, AttributeValue> item = key.containsKey("PK") ? items.get(key(key)) : null;
      if (item != null) {
        found.put(key, item);
      }
    }
    return found;
  }

  public DynamodbStreamRecord put(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> old = items.put(key(item), item);
    return record(old == null ? "INSERT" : "MODIFY", old, item);
  }

  /// A comment of May 2024, with 4 stars, in English.
  public static Map<String, AttributeValue> comment(String writer, String product, int day) {
    return Map.of(
        "PK", fromS(writer),
        "PK2", fromS(product),
        "SK", fromS("2024-05-%02d 00:00".formatted(day)),
        "rating", fromN("4"),
        "language", fromS("en"));
  }

  /// Puts a comment of `writer`, all of the same day.
  public DynamodbStreamRecord comment(String writer, String product) {
    return put(Map.of("PK", fromS(writer), "PK2", fromS(product), "SK", fromS("2024-05-01 00:00")));
  }

  public DynamodbStreamRecord remove(String key) {
    return record("REMOVE", items.remove(key), null);
  }

  public boolean holds(String key) {
    return items.containsKey(key);
  }

  private static String key(Map<String, AttributeValue> item) {
    return requireNonNull(item.get("PK")).s();
  }

  private DynamodbStreamRecord record(
      String event,
      @Nullable Map<String, AttributeValue> old,
      @Nullable Map<String, AttributeValue> item) {
    sequence = sequence.add(BigInteger.ONE);
    Map<String, AttributeValue> image = item == null ? requireNonNull(old) : item;
    StreamRecord body = new StreamRecord();
    body.setSequenceNumber(sequence.toString());
    body.setApproximateCreationDateTime(Date.from(clock.instant()));
    body.setStreamViewType(StreamViewType.NEW_AND_OLD_IMAGES);
    body.setKeys(EventImage.of(Map.of("PK", fromS(key(image)))));
    body.setOldImage(old == null ? null : EventImage.of(old));
    body.setNewImage(item == null ? null : EventImage.of(item));
    DynamodbStreamRecord record = new DynamodbStreamRecord();
    record.setEventName(event);
    record.setEventSourceARN(STREAM);
    record.setDynamodb(body);
    return record;
  }

  public static DynamodbEvent event(List<DynamodbStreamRecord> records) {
    DynamodbEvent event = new DynamodbEvent();
    event.setRecords(records);
    return event;
  }
}
