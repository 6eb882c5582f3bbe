package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.local.pump.StreamPump.Context;
import pagemark.local.pump.StreamPump.Settings;
import pagemark.local.pump.StreamPump.Waiting;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;

/// Pumps one shard, step by step. It reads a batch only when the batch before it is done. The
/// function names the first record that it does not apply: those before it are done, and the others
/// are passed again.
final class ShardPump {
  /// The outcome of a step.
  enum Step {
    /// Records were read, or passed to the function.
    MOVED,
    /// Something failed, and the pause before the retry is not over.
    WAITING,
    /// A read found nothing, and nothing is pending.
    QUIET,
    /// The shard was read to its end, and all of it is done.
    ENDED
  }

  private final Reader reader;
  private final EventSink sink;
  private final Settings settings;
  private final Context context;
  private List<JsonNode> pending = List.of();
  private boolean readToEnd;
  private int failures;
  private Instant retryAt = Instant.MIN;
  private @Nullable Waiting waiting;

  ShardPump(Reader reader, EventSink sink, Settings settings, Context context) {
    this.reader = reader;
    this.sink = sink;
    this.settings = settings;
    this.context = context;
  }

  /// Reads once, or passes the pending records to the function once.
  Step step() {
    if (context.clock().instant().isBefore(retryAt)) {
      return Step.WAITING;
    }
    try {
      return pending.isEmpty() ? read() : deliver();
    } catch (RuntimeException e) {
      context.log().accept("The stream waits: " + Waiting.reason(e));
      return failed(Waiting.reason(e));
    }
  }

  /// The number of records that were read and are not done.
  int pending() {
    return pending.size();
  }

  /// The current failure; null if the last step succeeded.
  @Nullable Waiting waiting() {
    return waiting;
  }

  private Step read() {
    if (readToEnd) {
      return Step.ENDED;
    }
    WatchedStream.Fetched fetched = reader.next();
    succeeded();
    readToEnd = fetched.next() == null;
    pending = fetched.records();
    return pending.isEmpty() && !readToEnd ? Step.QUIET : Step.MOVED;
  }

  /// Passes a batch to the function. If the function names failures, it has logged them itself.
  private Step deliver() {
    int done = sink.deliver(pending);
    pending = List.copyOf(pending.subList(done, pending.size()));
    if (done == 0) {
      return failed(
          "the stream function does not apply the record %s; the log says why"
              .formatted(WatchedStream.sequence(pending.getFirst())));
    }
    succeeded();
    return Step.MOVED;
  }

  private void succeeded() {
    failures = 0;
    waiting = null;
  }

  private Step failed(String reason) {
    waiting = Waiting.after(waiting, context.clock().instant(), reason);
    failures++;
    retryAt = context.clock().instant().plus(settings.backoff(failures));
    return Step.WAITING;
  }

  /// Reads one shard from its oldest record.
  static final class Reader {
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
    Reader(WatchedStream stream, String shard, @Nullable InstantSource clock) {
      this.stream = stream;
      this.shard = shard;
      this.clock = clock;
    }

    /// Reads the next records, maybe none. If it throws, the next call reads the same records.
    /// DynamoDB Local reports an iterator of an empty shard as expired as soon as there are
    /// records. A new iterator starts after the last record that was read, so it skips none.
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
}
