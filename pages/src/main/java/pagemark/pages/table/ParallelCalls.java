package pagemark.pages.table;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import pagemark.pages.error.PagesException.Interrupted;

/// Sends calls in parallel and waits for all of them.
final class ParallelCalls {
  private ParallelCalls() {}

  /// Returns the answers in the order of the calls. A single call runs in the caller's thread.
  ///
  /// @throws RuntimeException of the first call in the list that failed, after all have ended
  static <T> List<T> all(List<Supplier<T>> calls) {
    if (calls.size() == 1) {
      return List.of(calls.getFirst().get());
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> answers = calls.stream().map(call -> threads.submit(call::get)).toList();
      return answers.stream().map(ParallelCalls::answer).toList();
    }
  }

  private static <T> T answer(Future<T> call) {
    try {
      return call.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    }
  }
}
