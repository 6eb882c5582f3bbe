package pagemark.rebuild;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Counts the tries of one page, waits longer before each that follows a failure, and gives up in
/// the end.
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final int DOUBLED_MAX = 4;

  private final RebuildSetup setup;
  private final Runnable whileWaiting;
  private int tries;
  private int failures;
  private @Nullable RuntimeException cause;

  /// @param whileWaiting keeps the lease
  Backoff(RebuildSetup setup, Runnable whileWaiting) {
    this.setup = setup;
    this.whileWaiting = whileWaiting;
  }

  void failed(RuntimeException failure) {
    cause = failure;
  }

  /// A page takes two calls where all goes well.
  ///
  /// @param what says what goes wrong where it goes on like this
  /// @throws RebuildException with the last failure, after too many tries
  void before(String what) {
    tries++;
    if (tries > 2 + setup.settings().triesMax()) {
      throw new RebuildException(cause == null ? what : what + ": " + cause.getMessage(), cause);
    }
    if (cause != null) {
      whileWaiting.run();
      setup.sleeper().sleep(FIRST.multipliedBy(1L << Math.min(failures++, DOUBLED_MAX)));
    }
  }
}
