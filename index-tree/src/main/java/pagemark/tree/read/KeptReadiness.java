package pagemark.tree.read;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import pagemark.index.IndexException;

/// Remembers for 10 seconds which generations are READY, so that a page does not read the marker
/// each time. If a marker must be read, another thread reads it while the reader reads nodes.
public final class KeptReadiness implements Readiness {
  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final int GENERATIONS_MAX = 1_000;

  private final Predicate<String> isReady;
  private final InstantSource clock;
  private final Map<String, Instant> ready = new ConcurrentHashMap<>();

  /// @param isReady reads the marker of a generation
  public KeptReadiness(Predicate<String> isReady, InstantSource clock) {
    this.isReady = isReady;
    this.clock = clock;
  }

  @Override
  public BooleanSupplier look(String generation) {
    Instant now = clock.instant();
    Instant seen = ready.get(generation);
    if (seen != null && now.isBefore(seen.plus(KEPT))) {
      return () -> true;
    }
    FutureTask<Boolean> look = new FutureTask<>(() -> isReady(generation, now));
    Thread.startVirtualThread(look);
    return () -> result(look);
  }

  private boolean isReady(String generation, Instant now) {
    if (!isReady.test(generation)) {
      ready.remove(generation);
      return false;
    }
    if (ready.size() >= GENERATIONS_MAX) {
      ready.clear();
    }
    ready.put(generation, now);
    return true;
  }

  private static boolean result(FutureTask<Boolean> look) {
    try {
      return look.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException.Unavailable("a read of a marker was interrupted", e);
    }
  }
}
