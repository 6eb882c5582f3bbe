package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import pagemark.rebuild.Rebuild.StepEnd;

/// Waits until the stream's consumer is less than a minute behind the table, before a generation is
/// registered. Each record that is older than the generation's birth is a doubt, for which the
/// table is read: if the consumer is a day behind, that is a read for each write of a day.
///
/// How far it is behind, the writers' notes say. There may be none:
///
/// - A generation of the listing follows the stream, or a writer has noted something in the last
///   day: the table is idle, or the consumer is stopped. There is nothing to wait for.
/// - Neither is so, as after a first deployment: the consumer is just starting, and its first note
///   is waited for, ten minutes at most. If the table is idle, it never comes.
///
/// A wait fits into one invocation, or goes on in the next one while the consumer comes closer by a
/// minute in ten at least. So it takes ten days at most, as no consumer is more than a day behind.
///
/// @param isNew whether the stream may never have been consumed yet
record ConsumerWait(RebuildOwner owner, boolean isNew) {
  static final Duration CLOSER_BY = Duration.ofMinutes(1);
  static final Duration CLOSER_WITHIN = Duration.ofMinutes(10);

  /// The lag changes with the writers' notes, every 30 seconds.
  private static final int POLLS = 10;

  /// @return DONE, or PAUSED if the time is over
  /// @throws ConsumerBehindException if the consumer does not come closer
  StepEnd await(BooleanSupplier hasTime, RebuildListener listener) {
    Instant begun = now();
    Instant closerAt = begun;
    long closest = Long.MAX_VALUE;
    for (OptionalLong lag = owner.lagMillis(); isBehind(lag, begun); lag = owner.lagMillis()) {
      listener.waitingFor(lag);
      if (lag.isPresent() && lag.getAsLong() <= closest - CLOSER_BY.toMillis()) {
        closest = lag.getAsLong();
        closerAt = now();
      }
      if (lag.isPresent() && !now().isBefore(closerAt.plus(CLOSER_WITHIN))) {
        throw new ConsumerBehindException(
            ("the consumer of the stream %s is %s behind the table, and has not come closer by %s"
                 + " in %s. An index begun now would read the table for each of these records: see"
                 + " why batches fail or are slow, and rebuild once the lag is below %s")
                .formatted(
                    owner.table().stream(),
                    Duration.ofMillis(lag.getAsLong()),
                    CLOSER_BY,
                    CLOSER_WITHIN,
                    settings().lagMax()));
      }
      if (!hasTime.getAsBoolean()) {
        return StepEnd.PAUSED;
      }
      owner.setup().indexed().sleeper().sleep(settings().poll().multipliedBy(POLLS));
      owner.acquire();
    }
    return StepEnd.DONE;
  }

  private boolean isBehind(OptionalLong lag, Instant begun) {
    return lag.isPresent()
        ? lag.getAsLong() >= settings().lagMax().toMillis()
        : isNew && now().isBefore(begun.plus(settings().firstNoteMax()));
  }

  private RebuildSettings settings() {
    return owner.setup().settings();
  }

  private Instant now() {
    return owner.setup().clock().instant();
  }
}
