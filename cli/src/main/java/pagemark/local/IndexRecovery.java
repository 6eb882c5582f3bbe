package pagemark.local;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.embedded.ServerStartException;
import pagemark.listing.Listing;
import pagemark.local.data.OwnRedis;
import pagemark.rebuild.RebuildListener;

/// Starts the stack's own Redis again if it ends by itself, and lets [IndexBuild] build what it has
/// lost. Until then `/health` has a warning.
///
/// A Redis that ends again and again is given up after [#STARTS_MAX] starts, which take a minute at
/// least: then the stack ends.
final class IndexRecovery implements AutoCloseable {
  static final int STARTS_MAX = 5;

  /// Before the first start. It doubles with each. A stack that is stopped with Ctrl-C closes
  /// within that time, so that its Redis, which gets the signal too, is not started again.
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final int REBUILDS_MAX = 5;
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private final OwnRedis redis;
  private final IndexBuild build;
  private final String endpoints;
  private final Consumer<String> log;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("index-recovery").unstarted(this::run);
  private volatile @Nullable String warning;

  private IndexRecovery(OwnRedis redis, IndexBuild build, String endpoints, Consumer<String> log) {
    this.redis = redis;
    this.build = build;
    this.endpoints = endpoints;
    this.log = log;
  }

  /// @param endpoints the options with which commands reach table and index
  static IndexRecovery start(
      OwnRedis redis, IndexBuild build, String endpoints, Consumer<String> log) {
    IndexRecovery recovery = new IndexRecovery(redis, build, endpoints, log);
    recovery.thread.start();
    return recovery;
  }

  /// A sentence for `/health` while the index is being recovered; else empty.
  Optional<String> warning() {
    return Optional.ofNullable(warning);
  }

  private void run() {
    try {
      for (int starts = 1; starts <= STARTS_MAX; starts++) {
        redis.awaitExit();
        if (stop.await(PAUSE.toMillis() << (starts - 1), TimeUnit.MILLISECONDS)) {
          return;
        }
        tell(
            "Redis has ended unexpectedly. It is started again (%d of at most %d times), and the"
                    .formatted(starts, STARTS_MAX)
                + " indexes are rebuilt");
        redis.restart();
        rebuild();
      }
      redis.awaitExit();
      if (stop.getCount() > 0) {
        redis.giveUp("Redis, which was started again %d times,".formatted(STARTS_MAX));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ServerStartException e) {
      redis.giveUp("Redis does not start again (%s), and".formatted(e.getMessage()));
    }
  }

  private void tell(String line) {
    warning = line;
    log.accept(line);
  }

  /// Rebuilds what was lost. If that fails, it tries again, unless Redis has ended again.
  private void rebuild() throws InterruptedException {
    for (int tries = 0; tries < REBUILDS_MAX && redis.process().isAlive(); tries++) {
      if (stop.await(PAUSE.toMillis() * tries, TimeUnit.MILLISECONDS)) {
        return;
      }
      try {
        for (Listing listing : build.missing()) {
          build.ensure(listing, RebuildListener.NONE, () -> stop.getCount() > 0);
        }
        warning = null;
        log.accept("The indexes are complete again");
        return;
      } catch (RuntimeException e) {
        tell("The indexes are not rebuilt yet: " + e.getMessage());
      }
    }
    if (redis.process().isAlive()) {
      tell(
          "The indexes could not be rebuilt: `pagemark rebuild --listing NAME%s` tries again"
              .formatted(endpoints));
    }
  }

  @Override
  public void close() {
    stop.countDown();
    try {
      if (!thread.join(STOP_MAX.dividedBy(10))) {
        thread.interrupt();
        thread.join(STOP_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
