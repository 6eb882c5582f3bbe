package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;

/// The records that were read and are not done yet. Records that are done leave from the front. If
/// no record of a part is done, the part is split in halves, so that one bad record ends up alone
/// and holds up only the records behind it.
final class Delivery {
  private final Deque<List<JsonNode>> parts = new ArrayDeque<>();
  private final EventSink sink;

  Delivery(EventSink sink) {
    this.sink = sink;
  }

  /// Adds `batch` behind the pending records.
  void add(List<JsonNode> batch) {
    if (!batch.isEmpty()) {
      parts.addLast(List.copyOf(batch));
    }
  }

  boolean isDone() {
    return parts.isEmpty();
  }

  /// The number of records that are not done.
  int pending() {
    return parts.stream().mapToInt(List::size).sum();
  }

  /// The sequence number of the first record that is not done.
  String firstPending() {
    return WatchedStream.sequence(parts.getFirst().getFirst());
  }

  /// Passes the first part to the function, once.
  ///
  /// @return how many of its records are done; 0 if it failed
  /// @throws RuntimeException if the function throws it; no record is then done
  int attempt() {
    List<JsonNode> part = parts.removeFirst();
    int done = 0;
    try {
      done = sink.deliver(part);
    } finally {
      putBack(part.subList(done, part.size()), done == 0);
    }
    return done;
  }

  private void putBack(List<JsonNode> rest, boolean halve) {
    int middle = halve && rest.size() > 1 ? rest.size() / 2 : rest.size();
    if (middle < rest.size()) {
      parts.addFirst(List.copyOf(rest.subList(middle, rest.size())));
    }
    if (middle > 0) {
      parts.addFirst(List.copyOf(rest.subList(0, middle)));
    }
  }
}
