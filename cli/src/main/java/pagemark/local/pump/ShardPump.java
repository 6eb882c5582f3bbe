package pagemark.local.pump;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import pagemark.local.pump.ShardReader.Fetched;

/// Pumps one shard, step by step: it reads a batch only when the one before is done.
final class ShardPump {
  /// What a step came to.
  enum Step {
    /// Records were read, or handed over.
    MOVED,
    /// Something failed, and its time to be tried again has not come.
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

  ShardPump(ShardReader reader, Invoker invoker, PumpSettings settings, Surroundings around) {
    this.reader = reader;
    this.delivery = new Delivery(invoker);
    this.settings = settings;
    this.clock = around.clock();
    this.log = around.log();
  }

  /// Reads once, or hands over once.
  Step step() {
    if (clock.instant().isBefore(retryAt)) {
      return Step.WAITING;
    }
    try {
      return delivery.isDone() ? read() : deliver();
    } catch (RuntimeException e) {
      log.accept("The stream waits: " + e.toString().lines().findFirst().orElse(""));
      return failed();
    }
  }

  int pending() {
    return delivery.pending();
  }

  private Step read() {
    if (readToEnd) {
      return Step.ENDED;
    }
    Fetched fetched = reader.next();
    failures = 0;
    readToEnd = fetched.ended();
    delivery.add(fetched.records());
    return fetched.records().isEmpty() && !readToEnd ? Step.QUIET : Step.MOVED;
  }

  /// A function that names failures has logged them itself.
  private Step deliver() {
    if (delivery.attempt() == 0) {
      return failed();
    }
    failures = 0;
    return Step.MOVED;
  }

  private Step failed() {
    failures++;
    retryAt = clock.instant().plus(settings.backoff(failures));
    return Step.WAITING;
  }
}
