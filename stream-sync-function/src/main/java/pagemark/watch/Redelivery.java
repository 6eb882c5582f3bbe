package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import pagemark.watch.ShardWalk.Go;
import pagemark.watch.ShardWalk.Visit;

/// Delivers the records between two times to the stream's ordinary function, in batches that fit
/// into an invocation. It skips earlier records, and ends a shard at the first later one.
///
/// @param since the creation time of the first record to deliver
/// @param to the creation time of the last one
/// @param stopped takes the reason if a record fails
record Redelivery(EventSink sink, Instant since, Instant to, Consumer<String> stopped) {
  private static final int BATCH_RECORDS_MAX = 500;
  private static final int BATCH_BYTES_MAX = 4_000_000;

  /// Delivers records of one shard, in their order.
  ///
  /// @return how many of them are done, and whether the shard is read on
  Visit deliver(List<JsonNode> records) {
    int done = 0;
    while (done < records.size()) {
      if (createdAt(records, done).isBefore(since)) {
        done++;
        continue;
      }
      if (createdAt(records, done).isAfter(to)) {
        return new Visit(done, Go.ENOUGH);
      }
      List<JsonNode> batch = batch(records.subList(done, records.size()));
      int applied = sink.replay(batch);
      done += applied;
      if (applied < batch.size()) {
        stopped.accept("a record failed");
        return new Visit(done, Go.STOP);
      }
    }
    return new Visit(done, Go.ON);
  }

  private static Instant createdAt(List<JsonNode> records, int number) {
    return WatchedStream.createdAt(records.get(number));
  }

  /// The next batch: at least one record, and at most about 4 MB.
  private static List<JsonNode> batch(List<JsonNode> records) {
    long bytes = 0;
    int count = 0;
    while (count < Math.min(records.size(), BATCH_RECORDS_MAX)) {
      bytes += records.get(count).toString().length() * 3L;
      if (count > 0 && bytes > BATCH_BYTES_MAX) {
        break;
      }
      count++;
    }
    return List.copyOf(records.subList(0, count));
  }
}
