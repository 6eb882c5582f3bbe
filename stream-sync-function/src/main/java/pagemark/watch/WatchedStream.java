package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table's stream, which the watch reads independently of its consumer.
public interface WatchedStream {
  /// A shard of the stream.
  ///
  /// @param parent the shard whose records come before this one's; null if there is none
  record Shard(String id, @Nullable String parent) {}

  /// The answer of one read.
  ///
  /// @param records the records in order, in the form of an event's `Records`
  /// @param next the iterator of the next read; null at the end of a closed shard
  record Fetched(List<JsonNode> records, @Nullable String next) {
    public Fetched {
      records = List.copyOf(records);
    }
  }

  /// The open shards, and the closed ones whose records have not expired.
  List<Shard> shards();

  /// An iterator that starts after a record.
  ///
  /// @param after the number of the last record that is done; null to start at the oldest record
  String iterator(String shard, @Nullable String after);

  /// Reads the next records, maybe none.
  ///
  /// @throws StaleIteratorException if the iterator or its records have expired
  Fetched read(String iterator);

  /// The iterator can no longer be used; the reader needs a new one.
  final class StaleIteratorException extends RuntimeException {
    StaleIteratorException() {
      super("the iterator is stale");
    }
  }
}
