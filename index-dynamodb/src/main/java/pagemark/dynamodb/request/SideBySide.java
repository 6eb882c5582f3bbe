package pagemark.dynamodb.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import pagemark.index.IndexException;

/// Runs tasks side by side in virtual threads, a limited number at a time for all callers together.
/// A single task runs in the caller's thread. A task must not run tasks of the same object.
public final class SideBySide {
  private final Semaphore free;

  /// @param max the number of tasks that run at a time
  public SideBySide(int max) {
    this.free = new Semaphore(max);
  }

  /// Waits until all tasks have ended.
  ///
  /// @return the results, in order
  /// @throws RuntimeException of the first task that failed, in their order
  public <T> List<T> all(List<? extends Callable<T>> tasks) {
    try {
      return tasks.size() == 1 ? List.of(tasks.getFirst().call()) : together(tasks);
    } catch (RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException.Unavailable("a call of the index was interrupted", e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private <T> List<T> together(List<? extends Callable<T>> tasks) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> running =
          tasks.stream().map(task -> threads.submit(() -> inTurn(task))).toList();
      List<T> results = new ArrayList<>();
      for (Future<T> task : running) {
        results.add(task.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : new IllegalStateException(e);
    }
  }

  private <T> T inTurn(Callable<T> task) throws Exception {
    free.acquire();
    try {
      return task.call();
    } finally {
      free.release();
    }
  }
}
