package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads all shards of a stream, parents before children, from kept positions on.
///
/// An open shard counts as read after ten empty answers in a row, because DynamoDB may give an
/// empty answer although records follow.
///
/// @param positions for each shard, the sequence number of its last record that is done, or
///   [#ENDED]; the walk updates them
/// @param hasTime whether another read may begin
record ShardWalk(WatchedStream stream, Map<String, String> positions, BooleanSupplier hasTime) {
  static final String ENDED = "END";
  private static final int EMPTY_READS_MAX = 10;

  /// A visitor's answer to some records.
  ///
  /// @param done how many of them are done, from the first on
  record Visit(int done, Go go) {}

  enum Go {
    ON,
    /// The rest of the shard and its children need not be read.
    ENOUGH,
    STOP
  }

  interface Visitor {
    Visit visit(List<JsonNode> records);
  }

  enum End {
    /// All shards were read as far as the visitor wanted.
    READ,
    STOPPED,
    OUT_OF_TIME
  }

  End walk(Visitor visitor) {
    List<WatchedStream.Shard> shards = stream.shards();
    positions
        .keySet()
        .retainAll(shards.stream().map(WatchedStream.Shard::id).collect(Collectors.toSet()));
    Set<String> read = new HashSet<>();
    for (int round = 0; round <= shards.size(); round++) {
      List<WatchedStream.Shard> open =
          WatchedStream.readable(shards, this::isEnded).stream()
              .filter(shard -> !read.contains(shard.id()))
              .toList();
      if (open.isEmpty()) {
        return End.READ;
      }
      for (WatchedStream.Shard shard : open) {
        End end = walk(shard.id(), visitor);
        if (end != End.READ) {
          return end;
        }
        read.add(shard.id());
      }
    }
    throw new IllegalStateException("the shards of the stream are their own parents");
  }

  private boolean isEnded(String shard) {
    return ENDED.equals(positions.get(shard));
  }

  private End walk(String shard, Visitor visitor) {
    @Nullable String next = begin(shard);
    for (int empty = 0; next != null && empty < EMPTY_READS_MAX; ) {
      if (!hasTime.getAsBoolean()) {
        return End.OUT_OF_TIME;
      }
      WatchedStream.Fetched fetched = stream.read(shard, next, positions.get(shard));
      Visit visit = visitor.visit(fetched.records());
      if (visit.done() > 0) {
        positions.put(shard, WatchedStream.sequence(fetched.records().get(visit.done() - 1)));
      }
      if (visit.go() != Go.ON) {
        return visit.go() == Go.STOP ? End.STOPPED : End.READ;
      }
      empty = fetched.records().isEmpty() ? empty + 1 : 0;
      next = fetched.next();
    }
    if (next == null) {
      positions.put(shard, ENDED);
    }
    return End.READ;
  }

  /// Begins at the oldest record if the stream no longer has the last one that is done.
  private String begin(String shard) {
    try {
      return stream.iterator(shard, positions.get(shard));
    } catch (WatchedStream.StaleIteratorException e) {
      return stream.iterator(shard, null);
    }
  }

  /// How far a stream is followed, in one of two readings.
  ///
  /// @param since earlier records need not be read
  /// @param until every record that was created before this time is applied; in the second reading,
  ///   later ones need not be read
  /// @param positions for each shard, the sequence number of the last record that is done
  record StreamProgress(Instant since, Instant until, Map<String, String> positions) {
    /// The consumer's own reading.
    static final String FIRST = "FIRST";

    /// Another one, because a store has lost writes. It is gone once it is over.
    static final String SECOND = "SECOND";

    StreamProgress {
      positions = Map.copyOf(positions);
    }
  }
}
