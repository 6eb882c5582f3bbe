package pagemark.local.pump;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// A table's stream as DynamoDB Streams serves it.
///
/// @param batchSize records in one read, at most 1,000
record DynamoStream(DynamoDbStreamsClient client, String arn, int batchSize)
    implements RecordStream {
  private static final int SHARD_PAGES_MAX = 1_000;

  @Override
  public List<Shard> shards() {
    List<Shard> shards = new ArrayList<>();
    @Nullable String last = null;
    for (int page = 0; page < SHARD_PAGES_MAX && (page == 0 || last != null); page++) {
      StreamDescription description = description(last);
      description.shards().forEach(s -> shards.add(new Shard(s.shardId(), s.parentShardId())));
      last = description.lastEvaluatedShardId();
    }
    return shards;
  }

  private StreamDescription description(@Nullable String afterShard) {
    return client
        .describeStream(d -> d.streamArn(arn).exclusiveStartShardId(afterShard))
        .streamDescription();
  }

  @Override
  public ShardReader read(Shard shard) {
    return new Reader(shard.id());
  }

  private final class Reader implements ShardReader {
    private final String shardId;
    private @Nullable String iterator;
    private @Nullable String lastSequence;

    Reader(String shardId) {
      this.shardId = shardId;
    }

    /// DynamoDB Local takes an iterator of an empty shard for one that has fallen behind, as soon
    /// as there are records. A new one goes on after the last record read, so it skips none.
    @Override
    public Fetched next() {
      try {
        return fetched(records(iterator == null ? iteratorAfterLast() : iterator));
      } catch (ExpiredIteratorException | TrimmedDataAccessException e) {
        return fetched(records(iteratorAfterLast()));
      }
    }

    private GetRecordsResponse records(String from) {
      return client.getRecords(g -> g.shardIterator(from).limit(batchSize));
    }

    /// Goes on only once all records were read: those of a response that cannot be read come again.
    private Fetched fetched(GetRecordsResponse response) {
      List<StreamRecord> records =
          response.records().stream()
              .map(
                  record ->
                      new StreamRecord(
                          record.dynamodb().sequenceNumber(), EventJson.record(record, arn)))
              .toList();
      iterator = response.nextShardIterator();
      if (!records.isEmpty()) {
        lastSequence = records.getLast().sequenceNumber();
      }
      return new Fetched(records, iterator == null);
    }

    private String iteratorAfterLast() {
      GetShardIteratorRequest.Builder request =
          GetShardIteratorRequest.builder().streamArn(arn).shardId(shardId);
      return client
          .getShardIterator(
              lastSequence == null
                  ? request.shardIteratorType(ShardIteratorType.TRIM_HORIZON).build()
                  : request
                      .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                      .sequenceNumber(lastSequence)
                      .build())
          .shardIterator();
    }
  }
}
