package pagemark.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The batches that are being written, 4 at most. Two batches in flight never share a key: so if
/// two lines have one key, the later line is written later.
final class InFlight implements AutoCloseable {
  private static final int BATCHES_MAX = 4;

  private final ExecutorService threads = Executors.newFixedThreadPool(BATCHES_MAX);
  private final Deque<Future<BatchTask.Done>> tasks = new ArrayDeque<>();
  private final Set<Map<String, AttributeValue>> keys = new HashSet<>();
  private final Consumer<BatchTask.Done> settled;

  /// @param settled takes the outcome of each batch, in the order in which batches were added
  InFlight(Consumer<BatchTask.Done> settled) {
    this.settled = settled;
  }

  /// Starts a batch. Waits for the oldest one if 4 are in flight, and for all if one of them has a
  /// key of this batch.
  ///
  /// @throws LoadException if an earlier batch could not be written
  void add(BatchTask task) {
    if (tasks.size() == BATCHES_MAX) {
      settleOldest();
    }
    if (task.batch().keys().stream().anyMatch(keys::contains)) {
      settleAll();
    }
    if (tasks.isEmpty()) {
      keys.clear();
    }
    keys.addAll(task.batch().keys());
    tasks.add(threads.submit(task));
  }

  /// Waits for all batches.
  ///
  /// @throws LoadException as [#add]
  void settleAll() {
    while (!tasks.isEmpty()) {
      settleOldest();
    }
    keys.clear();
  }

  private void settleOldest() {
    try {
      settled.accept(tasks.remove().get());
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while loading", e);
    }
  }

  private static RuntimeException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case SdkException e -> new LoadException(Loader.unreachable(e), e);
      case IllegalStateException e -> new LoadException(String.valueOf(e.getMessage()), e);
      case null, default -> new IllegalStateException(cause);
    };
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
