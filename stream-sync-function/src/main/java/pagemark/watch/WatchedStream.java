package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table's stream, read beside its consumer.
public interface WatchedStream {
  /// @param parent the shard whose records come before this one's; null if there is none
  record Shard(String id, @Nullable String parent) {}

  /// @param records in their order, as they stand in an event's `Records`
  /// @param next goes on behind them; null at the end of a closed shard
  record Fetched(List<JsonNode> records, @Nullable String next) {
    public Fetched {
      records = List.copyOf(records);
    }
  }

  /// The shards that are still there, open ones and closed ones.
  List<Shard> shards();

  /// Where to read on.
  ///
  /// @param after the number of the last record that is done; null for the oldest one
  String iterator(String shard, @Nullable String after);

  /// @throws StaleIteratorException if the iterator has expired, or its records are gone
  Fetched read(String iterator);

  /// Another iterator has to be asked for.
  final class StaleIteratorException extends RuntimeException {
    StaleIteratorException() {
      super("the iterator is stale");
    }
  }
}
