package pagemark.local.pump;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// A batch on its way to the function. What is done leaves from the front; a batch of which nothing
/// was done goes on in halves, so that one bad record ends up alone and holds up only what follows
/// it.
final class Delivery {
  private final Deque<List<StreamRecord>> parts = new ArrayDeque<>();
  private final Invoker invoker;

  Delivery(Invoker invoker) {
    this.invoker = invoker;
  }

  /// Takes `batch` behind what is pending.
  void add(List<StreamRecord> batch) {
    if (!batch.isEmpty()) {
      parts.addLast(List.copyOf(batch));
    }
  }

  boolean isDone() {
    return parts.isEmpty();
  }

  /// How many records are not done.
  int pending() {
    return parts.stream().mapToInt(List::size).sum();
  }

  /// The sequence number of the first record that is not done.
  String firstPending() {
    return parts.getFirst().getFirst().sequenceNumber();
  }

  /// Hands the first part to the function, once.
  ///
  /// @return how many records were done by it; 0 is a failure
  /// @throws RuntimeException what the function threw; nothing was done
  int attempt() {
    List<StreamRecord> part = parts.removeFirst();
    int done = 0;
    try {
      done = BatchAnswer.done(invoker.invoke(part), part);
    } finally {
      putBack(part.subList(done, part.size()), done == 0);
    }
    return done;
  }

  private void putBack(List<StreamRecord> rest, boolean halve) {
    int middle = halve && rest.size() > 1 ? rest.size() / 2 : rest.size();
    if (middle < rest.size()) {
      parts.addFirst(List.copyOf(rest.subList(middle, rest.size())));
    }
    if (middle > 0) {
      parts.addFirst(List.copyOf(rest.subList(0, middle)));
    }
  }
}
