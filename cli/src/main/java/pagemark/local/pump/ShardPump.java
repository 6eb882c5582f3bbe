package pagemark.local.pump;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;

/// Pumps one shard, step by step. It reads a batch only when the batch before it is done.
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

  private final ShardReader reader;
  private final Delivery delivery;
  private final PumpSettings settings;
  private final InstantSource clock;
  private final Consumer<String> log;
  private boolean readToEnd;
  private int failures;
  private Instant retryAt = Instant.MIN;
  private @Nullable Waiting waiting;

  ShardPump(ShardReader reader, EventSink sink, PumpSettings settings, PumpContext context) {
    this.reader = reader;
    this.delivery = new Delivery(sink);
    this.settings = settings;
    this.clock = context.clock();
    this.log = context.log();
  }

  /// Reads once, or passes a batch to the function once.
  Step step() {
    if (clock.instant().isBefore(retryAt)) {
      return Step.WAITING;
    }
    try {
      return delivery.isDone() ? read() : deliver();
    } catch (RuntimeException e) {
      log.accept("The stream waits: " + Waiting.reason(e));
      return failed(Waiting.reason(e));
    }
  }

  int pending() {
    return delivery.pending();
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
    delivery.add(fetched.records());
    return fetched.records().isEmpty() && !readToEnd ? Step.QUIET : Step.MOVED;
  }

  /// Passes a batch to the function. If the function names failures, it has logged them itself.
  private Step deliver() {
    if (delivery.attempt() == 0) {
      return failed(
          "the stream function does not apply the record %s; the log says why"
              .formatted(delivery.firstPending()));
    }
    succeeded();
    return Step.MOVED;
  }

  private void succeeded() {
    failures = 0;
    waiting = null;
  }

  private Step failed(String reason) {
    waiting = Waiting.after(waiting, clock.instant(), reason);
    failures++;
    retryAt = clock.instant().plus(settings.backoff(failures));
    return Step.WAITING;
  }
}
