package pagemark.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// How long, and how often, a page waits for a table that is too busy: 50 ms, then twice as long
/// each time, less up to half of it by chance, so that pages do not come back all at once.
///
/// @param random asked by several threads
record Pauses(Sleeper sleeper, InstantSource clock, RandomGenerator random) {
  static final int MAX = 3;

  /// No try begins later than this after a page's first read. It may still take `Wiring.CALL_MAX`,
  /// and with it the page no longer than its two rounds may.
  static final Duration BEGINNING_MAX = Duration.ofSeconds(3);

  private static final Duration FIRST = Duration.ofMillis(50);

  /// On this machine, timed by `clock`.
  static Pauses by(InstantSource clock) {
    RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    return new Pauses(Sleeper.THREAD, clock, random);
  }

  Instant now() {
    return clock.instant();
  }

  /// Waits before try `number`, from 1; false, at once, where the page has waited enough.
  ///
  /// @param began when its first read did
  boolean before(int number, Instant began) {
    if (number > MAX) {
      return false;
    }
    long longest = FIRST.toMillis() << (number - 1);
    Duration pause = Duration.ofMillis(random.nextLong(longest / 2, longest + 1));
    if (now().plus(pause).isAfter(began.plus(BEGINNING_MAX))) {
      return false;
    }
    sleeper.sleep(pause);
    return true;
  }
}
