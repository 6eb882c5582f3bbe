package pagemark.local.pump;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import pagemark.local.lambda.LocalFunction;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// Delivers every batch of a stream twice more, beside the pump that delivers each once: late, out
/// of order, and sometimes before the pump.
public final class Redelivery {
  private static final int BATCH_SIZE = 250;
  private static final int TIMES = 2;

  /// How many batches wait, from which one is drawn at random.
  private static final int WAITING = 24;

  private final ShardReader reader;
  private final Invoker invoker;
  private final Random random;
  private final List<List<StreamRecord>> waiting = new ArrayList<>();
  private final CompletableFuture<Long> delivered = new CompletableFuture<>();
  private volatile boolean written;

  private Redelivery(ShardReader reader, Invoker invoker, Random random) {
    this.reader = reader;
    this.invoker = invoker;
    this.random = random;
  }

  /// Reads the stream `arn`, which has one shard, from its oldest record on.
  public static Redelivery start(
      DynamoDbStreamsClient client,
      String arn,
      LocalFunction<DynamodbEvent, StreamsEventResponse> function,
      Random random) {
    RecordStream stream = new DynamoStream(client, arn, BATCH_SIZE);
    ShardReader reader = stream.read(stream.shards().getFirst());
    Redelivery redelivery = new Redelivery(reader, new FunctionInvoker(function), random);
    Thread.ofPlatform().daemon().name("redelivery").start(redelivery::run);
    return redelivery;
  }

  /// Waits until all earlier writes have been delivered.
  ///
  /// @return how many records were delivered
  public long finish() {
    written = true;
    return delivered.join();
  }

  private void run() {
    try {
      long records = 0;
      boolean last;
      do {
        last = written;
        last &= read();
        while (waiting.size() > (last ? 0 : WAITING)) {
          records += deliver(waiting.remove(random.nextInt(waiting.size())));
        }
      } while (!last);
      delivered.complete(records);
    } catch (RuntimeException | InterruptedException e) {
      delivered.completeExceptionally(e);
    }
  }

  /// @return whether there was nothing to read
  private boolean read() throws InterruptedException {
    List<StreamRecord> records = reader.next().records();
    for (int i = 0; i < TIMES && !records.isEmpty(); i++) {
      waiting.add(records);
    }
    if (records.isEmpty()) {
      Thread.sleep(20);
    }
    return records.isEmpty();
  }

  private long deliver(List<StreamRecord> batch) {
    int done = BatchAnswer.done(invoker.invoke(batch), batch);
    if (done < batch.size()) {
      waiting.add(batch.subList(done, batch.size()));
    }
    return done;
  }
}
