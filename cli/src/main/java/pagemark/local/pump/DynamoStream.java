package pagemark.local.pump;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Reads a table's stream from DynamoDB Streams.
///
/// @param batchSize records in one read, at most 1,000
/// @param peek is asked before a read if the last read found nothing
/// @param clock the server's clock if it cuts the times of records to the minute, as DynamoDB Local
///   does; else null
record DynamoStream(
    DynamoDbStreamsClient client,
    String arn,
    int batchSize,
    Peek peek,
    @Nullable InstantSource clock)
    implements RecordStream {
  private static final int SHARD_PAGES_MAX = 1_000;

  /// After so many peeks, a read gives a new iterator: one of DynamoDB expires after 15 minutes.
  private static final int PEEKS_MAX = 5_000;

  /// How long a written record may stay invisible to reads.
  private static final Duration UNSEEN_MAX = Duration.ofSeconds(1);

  DynamoStream(DynamoDbStreamsClient client, String arn, int batchSize) {
    this(client, arn, batchSize, Peek.NONE, null);
  }

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
    private boolean foundNothing;
    private int peeks;
    private Instant emptyUntil = Instant.EPOCH;

    Reader(String shardId) {
      this.shardId = shardId;
    }

    /// Reads the next records. DynamoDB Local reports an iterator of an empty shard as expired as
    /// soon as there are records. A new iterator starts after the last record that was read, so it
    /// skips none.
    @Override
    public Fetched next() {
      Instant asked = clock == null ? Instant.EPOCH : clock.instant();
      if (asked.isBefore(emptyUntil)) {
        // The clock was set back.
        emptyUntil = Instant.EPOCH;
      }
      Fetched fetched = isStillQuiet() ? new Fetched(List.of(), false) : read();
      if (fetched.records().isEmpty()) {
        emptyUntil = asked.minus(UNSEEN_MAX);
      }
      return fetched;
    }

    private Fetched read() {
      peeks = 0;
      try {
        return fetched(records(iterator == null ? iteratorAfterLast() : iterator));
      } catch (ExpiredIteratorException | TrimmedDataAccessException e) {
        return fetched(records(iteratorAfterLast()));
      }
    }

    /// Whether the shard still has nothing new. If the peek fails, the answer is no: the read that
    /// follows then fails as well, and reports why.
    private boolean isStillQuiet() {
      if (!foundNothing || iterator == null || peeks++ >= PEEKS_MAX) {
        return false;
      }
      try {
        return peek.isQuiet(iterator);
      } catch (RuntimeException e) {
        return false;
      }
    }

    private GetRecordsResponse records(String from) {
      return client.getRecords(g -> g.shardIterator(from).limit(batchSize));
    }

    /// Moves on only once all records are converted. If one of them cannot be, the next read
    /// returns the same records.
    private Fetched fetched(GetRecordsResponse response) {
      List<StreamRecord> records =
          response.records().stream()
              .map(
                  record ->
                      new StreamRecord(
                          record.dynamodb().sequenceNumber(),
                          StreamEventJson.record(timed(record), arn)))
              .toList();
      iterator = response.nextShardIterator();
      foundNothing = records.isEmpty();
      if (!foundNothing) {
        lastSequence = records.getLast().sequenceNumber();
      }
      return new Fetched(records, iterator == null);
    }

    /// The record, with a creation time that is not before the last time when there was nothing.
    private Record timed(Record record) {
      if (!record.dynamodb().approximateCreationDateTime().isBefore(emptyUntil)) {
        return record;
      }
      return record.copy(
          r -> r.dynamodb(record.dynamodb().copy(d -> d.approximateCreationDateTime(emptyUntil))));
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
