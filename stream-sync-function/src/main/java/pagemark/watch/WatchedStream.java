package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A table's stream. The watch reads it beside its consumer; the local stack consumes it.
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
  /// @throws StaleIteratorException if the stream no longer has the record `after`
  String iterator(String shard, @Nullable String after);

  /// Reads the next records, maybe none.
  ///
  /// @throws StaleIteratorException if the iterator or its records have expired
  Fetched read(String iterator);

  /// Reads on from `iterator`, or after the record `after` if the iterator is stale.
  ///
  /// @throws StaleIteratorException if the stream no longer has the record `after`
  default Fetched read(String shard, String iterator, @Nullable String after) {
    try {
      return read(iterator);
    } catch (StaleIteratorException e) {
      return read(iterator(shard, after));
    }
  }

  /// The shards that may be read now: those that were not read to their end, and whose parent was,
  /// or is no longer in the stream.
  static List<Shard> readable(List<Shard> shards, Predicate<String> ended) {
    Set<String> known = shards.stream().map(Shard::id).collect(Collectors.toSet());
    return shards.stream()
        .filter(shard -> !ended.test(shard.id()))
        .filter(
            shard ->
                shard.parent() == null
                    || ended.test(shard.parent())
                    || !known.contains(shard.parent()))
        .toList();
  }

  /// A record's number, unique in its shard.
  static String sequence(JsonNode record) {
    return record.at("/dynamodb/SequenceNumber").asText();
  }

  /// The approximate time of the write, never later than the write.
  static Instant createdAt(JsonNode record) {
    double seconds = record.at("/dynamodb/ApproximateCreationDateTime").asDouble();
    return Instant.ofEpochMilli((long) (seconds * 1000));
  }

  /// An iterator can no longer be used, or not be had.
  final class StaleIteratorException extends RuntimeException {
    public StaleIteratorException() {
      super("the iterator or its records have expired");
    }
  }
}
