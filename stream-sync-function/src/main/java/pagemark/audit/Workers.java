package pagemark.audit;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Does pieces of work in parallel.
///
/// @param threads the number of threads; 1 works in the caller's
record Workers(int threads) {
  /// Returns when all pieces are done. If one fails, throws its exception and stops the others.
  <T> void each(List<T> pieces, Consumer<T> work) {
    if (threads == 1 || pieces.size() < 2) {
      pieces.forEach(work);
      return;
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, pieces.size()))) {
      List<? extends Future<?>> begun =
          pieces.stream().map(piece -> pool.submit(() -> work.accept(piece))).toList();
      try {
        for (Future<?> each : begun) {
          each.get();
        }
      } catch (ExecutionException e) {
        pool.shutdownNow();
        throw unchecked(e.getCause());
      } catch (InterruptedException e) {
        pool.shutdownNow();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting", e);
      }
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
  }
}
