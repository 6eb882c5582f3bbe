package pagemark.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/// Collects items into batches and writes them, 4 batches at a time. If two lines have one key, the
/// later line wins: in a batch it replaces the earlier one, as DynamoDB refuses a batch that has a
/// key twice, and two batches in flight never share a key.
final class BatchedWrites implements AutoCloseable {
  private static final int IN_FLIGHT_MAX = 4;
  private static final String REFUSED =
      "is refused by DynamoDB: a key of the table or of an index of it has a wrong type or size";

  /// An item and the number of its line.
  private record Numbered(long line, Map<String, AttributeValue> item) {}

  /// @param refused the lines that DynamoDB refused, and why
  record Done(int loaded, Map<Long, String> refused) {}

  private final ExecutorService threads = Executors.newFixedThreadPool(IN_FLIGHT_MAX);
  private final Deque<Future<Done>> inFlight = new ArrayDeque<>();
  private final Set<Map<String, AttributeValue>> keysInFlight = new HashSet<>();
  private final BatchWriter writer;
  private final Consumer<Done> settled;
  private Map<Map<String, AttributeValue>, Numbered> batch = new LinkedHashMap<>();
  private int lines;

  /// @param settled takes the outcome of each batch, in the order of the batches
  BatchedWrites(BatchWriter writer, Consumer<Done> settled) {
    this.writer = writer;
    this.settled = settled;
  }

  /// @throws LoadException if an earlier batch could not be written
  void add(long line, ItemReader.Read read) {
    batch.put(read.key(), new Numbered(line, read.item()));
    lines++;
    if (batch.size() == BatchWriter.BATCH_MAX) {
      startBatch();
    }
  }

  /// Writes what is left, and waits for all batches.
  ///
  /// @throws LoadException as [#add]
  void end() {
    if (lines > 0) {
      startBatch();
    }
    settleAll();
  }

  private void startBatch() {
    if (inFlight.size() == IN_FLIGHT_MAX) {
      settleOldest();
    }
    if (batch.keySet().stream().anyMatch(keysInFlight::contains)) {
      settleAll();
    }
    if (inFlight.isEmpty()) {
      keysInFlight.clear();
    }
    keysInFlight.addAll(batch.keySet());
    List<Numbered> items = List.copyOf(batch.values());
    int count = lines;
    inFlight.add(threads.submit(() -> write(items, count)));
    batch = new LinkedHashMap<>();
    lines = 0;
  }

  private void settleAll() {
    while (!inFlight.isEmpty()) {
      settleOldest();
    }
    keysInFlight.clear();
  }

  private void settleOldest() {
    try {
      settled.accept(inFlight.remove().get());
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

  /// If DynamoDB refuses the whole batch because of one item, its items are written one by one.
  private Done write(List<Numbered> items, int count) {
    Map<Long, String> refused = new LinkedHashMap<>();
    if (!isTaken(items)) {
      for (Numbered each : items) {
        if (!isTaken(List.of(each))) {
          refused.put(each.line(), REFUSED);
        }
      }
    }
    return new Done(count - refused.size(), refused);
  }

  private boolean isTaken(List<Numbered> items) {
    try {
      writer.write(items.stream().map(Numbered::item).toList());
      return true;
    } catch (DynamoDbException e) {
      if (e.awsErrorDetails() != null
          && "ValidationException".equals(e.awsErrorDetails().errorCode())) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
