package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.watch.WatchedStream;

/// Reads one shard from its oldest record.
final class ShardReader {
  /// How long a written record may stay invisible to reads.
  private static final Duration UNSEEN_MAX = Duration.ofSeconds(1);

  private final WatchedStream stream;
  private final String shard;
  private final @Nullable InstantSource clock;
  private @Nullable String iterator;
  private @Nullable String lastSequence;
  private Instant emptyUntil = Instant.EPOCH;

  /// @param clock the server's clock if it cuts the times of records to the minute, as DynamoDB
  ///   Local does; else null
  ShardReader(WatchedStream stream, String shard, @Nullable InstantSource clock) {
    this.stream = stream;
    this.shard = shard;
    this.clock = clock;
  }

  /// Reads the next records, maybe none. If it throws, the next call reads the same records.
  /// DynamoDB Local reports an iterator of an empty shard as expired as soon as there are records.
  /// A new iterator starts after the last record that was read, so it skips none.
  WatchedStream.Fetched next() {
    Instant asked = clock == null ? Instant.EPOCH : clock.instant();
    if (asked.isBefore(emptyUntil)) {
      // The clock was set back.
      emptyUntil = Instant.EPOCH;
    }
    String from = iterator == null ? stream.iterator(shard, lastSequence) : iterator;
    WatchedStream.Fetched fetched = stream.read(shard, from, lastSequence);
    List<JsonNode> records = fetched.records();
    iterator = fetched.next();
    if (records.isEmpty()) {
      emptyUntil = asked.minus(UNSEEN_MAX);
    } else {
      lastSequence = WatchedStream.sequence(records.getLast());
      records.forEach(this::correctTime);
    }
    return fetched;
  }

  /// Lets no record be created before the last time when there was nothing.
  private void correctTime(JsonNode record) {
    if (WatchedStream.createdAt(record).isBefore(emptyUntil)
        && record.path("dynamodb") instanceof ObjectNode change) {
      change.put("ApproximateCreationDateTime", emptyUntil.getEpochSecond());
    }
  }
}
