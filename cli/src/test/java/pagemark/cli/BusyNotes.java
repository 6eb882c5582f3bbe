package pagemark.cli;

import static java.util.Comparator.comparing;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.load.BatchWriter;
import pagemark.local.data.LocalDatabase;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The table `notes`, filled, and then written to all the time by a thread that records its
/// content. Notes are a kilobyte, so that a scan takes several pages.
final class BusyNotes implements AutoCloseable {
  private static final String TABLE = "notes";
  private static final String TEXT = "x".repeat(1_000);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final long SEED = 20_261_121;

  private final DynamoDbClient dynamo;
  private final Map<String, Integer> placed = new HashMap<>();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Future<?> writing;
  private volatile boolean stopped;
  private final AtomicInteger writes = new AtomicInteger();

  private BusyNotes(DynamoDbClient dynamo, int notes) {
    this.dynamo = dynamo;
    IntStream.range(0, notes).forEach(i -> placed.put(id(i), i));
    new BatchWriter(dynamo, TABLE, pause -> {})
        .writeAll(placed.entrySet().stream().map(note -> item(note.getKey(), note.getValue())), 4);
    writing = thread.submit(this::keepWriting);
  }

  static BusyNotes write(URI endpoint, int notes) {
    return new BusyNotes(LocalDatabase.client(endpoint), notes);
  }

  private static String id(int number) {
    return "n%05d".formatted(number);
  }

  private static Map<String, AttributeValue> item(String id, int at) {
    return Map.of("id", fromS(id), "topic", fromS("a"), "at", fromN("" + at), "text", fromS(TEXT));
  }

  /// Moves, adds and deletes notes.
  private @Nullable Void keepWriting() throws InterruptedException {
    Random random = new Random(SEED);
    int added = placed.size();
    while (!stopped) {
      int number = random.nextInt(added);
      if (random.nextInt(3) == 0) {
        put(id(added), added++);
      } else if (random.nextInt(4) == 0) {
        dynamo.deleteItem(d -> d.tableName(TABLE).key(Map.of("id", fromS(id(number)))));
        placed.remove(id(number));
      } else {
        put(id(number), random.nextInt(added));
      }
      writes.incrementAndGet();
      Thread.sleep(PAUSE);
    }
    return null;
  }

  private void put(String id, int at) {
    dynamo.putItem(p -> p.tableName(TABLE).item(item(id, at)));
    placed.put(id, at);
  }

  /// Makes the lease of the notes' rebuild end after `left`.
  void shortenLease(Duration left) {
    long until = Instant.now().plus(left).toEpochMilli();
    dynamo.updateItem(
        u ->
            u.tableName(StateTable.DEFAULT_NAME)
                .key(Map.of("pk", fromS("rebuild#" + TABLE), "sk", fromS("job")))
                .updateExpression("SET leaseUntil = :until")
                .conditionExpression("leaseUntil > :until")
                .expressionAttributeValues(Map.of(":until", fromN("" + until))));
  }

  int writes() {
    return writes.get();
  }

  /// Stops the writes.
  void stop() throws InterruptedException, ExecutionException {
    stopped = true;
    writing.get();
  }

  /// All notes in their order. Call it only after [#stop].
  List<String> ids() {
    return placed.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .thenComparing(comparing(Map.Entry::getKey)))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public void close() {
    stopped = true;
    thread.close();
    dynamo.close();
  }
}
