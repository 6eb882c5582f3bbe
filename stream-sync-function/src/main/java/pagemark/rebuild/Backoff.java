package pagemark.rebuild;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;

/// Counts the tries of one page. It waits before a try that follows a failure, twice as long each
/// time up to 3.2 s, and gives up after [RebuildSettings#TRIES_MAX].
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final int DOUBLED_MAX = 4;

  private final RebuildOwner owner;
  private int tries;
  private int failures;
  private @Nullable RuntimeException cause;

  /// @param owner renews the lease before each wait
  Backoff(RebuildOwner owner) {
    this.owner = owner;
  }

  void failed(RuntimeException failure) {
    cause = failure;
  }

  /// Makes a call of the index until it succeeds.
  ///
  /// @param what the exception's message if all tries fail
  /// @throws IndexException.Refused at once, because another try does not help
  /// @throws RebuildException with the last failure, after too many tries
  <T> T call(String what, Supplier<T> call) {
    while (true) {
      before(what);
      try {
        return call.get();
      } catch (IndexException.Refused e) {
        throw e;
      } catch (IndexException e) {
        failed(e);
      }
    }
  }

  /// Must be called before each try. Two tries are free, because a page without failures needs two
  /// calls.
  ///
  /// @param what the exception's message if all tries fail
  /// @throws RebuildException with the last failure, after too many tries
  void before(String what) {
    tries++;
    if (tries > 2 + RebuildSettings.TRIES_MAX) {
      throw new RebuildException(cause == null ? what : what + ": " + cause.getMessage(), cause);
    }
    if (cause != null) {
      owner.renew();
      Duration pause = FIRST.multipliedBy(1L << Math.min(failures++, DOUBLED_MAX));
      owner.setup().indexed().sleeper().sleep(pause);
    }
  }
}
