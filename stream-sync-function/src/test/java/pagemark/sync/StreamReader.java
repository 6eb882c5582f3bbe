package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Reads a stream of items with strings and numbers, in the form of Lambda's events.
public final class StreamReader {
  private static final int EMPTY_ANSWERS = 3;

  private final DynamoDbStreamsClient streams;
  private final String stream;
  private final Map<String, String> iterators = new HashMap<>();
  private final Set<String> ended = new HashSet<>();

  public StreamReader(DynamoDbStreamsClient streams, String stream) {
    this.streams = streams;
    this.stream = stream;
  }

  /// All records since the last call. The first call returns all records of the stream.
  public List<DynamodbStreamRecord> more() {
    List<DynamodbStreamRecord> records = new ArrayList<>();
    for (Shard shard :
        streams.describeStream(s -> s.streamArn(stream)).streamDescription().shards()) {
      if (!ended.contains(shard.shardId())) {
        read(shard.shardId(), records);
      }
    }
    return records;
  }

  private void read(String shard, List<DynamodbStreamRecord> records) {
    String next = iterators.computeIfAbsent(shard, this::oldest);
    for (int empty = 0; next != null && empty < EMPTY_ANSWERS; ) {
      String iterator = next;
      GetRecordsResponse answer = streams.getRecords(g -> g.shardIterator(iterator));
      answer.records().forEach(record -> records.add(record(record)));
      empty = answer.records().isEmpty() ? empty + 1 : 0;
      next = answer.nextShardIterator();
    }
    if (next == null) {
      ended.add(shard);
    } else {
      iterators.put(shard, next);
    }
  }

  private String oldest(String shard) {
    return streams
        .getShardIterator(
            s ->
                s.streamArn(stream)
                    .shardId(shard)
                    .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  private DynamodbStreamRecord record(Record record) {
    StreamRecord from = record.dynamodb();
    var body = new com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord();
    body.setSequenceNumber(from.sequenceNumber());
    body.setApproximateCreationDateTime(Date.from(from.approximateCreationDateTime()));
    body.setKeys(EventImage.of(from.keys()));
    body.setOldImage(image(from.hasOldImage(), from.oldImage()));
    body.setNewImage(image(from.hasNewImage(), from.newImage()));
    DynamodbStreamRecord delivered = new DynamodbStreamRecord();
    delivered.setEventName(record.eventNameAsString());
    delivered.setEventSourceARN(stream);
    delivered.setDynamodb(body);
    return delivered;
  }

  private static @Nullable Map<String, AttributeValue> image(
      boolean present,
      Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> image) {
    return present ? EventImage.of(image) : null;
  }
}
