package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import pagemark.watch.EventSink;
import pagemark.watch.WatchedStream;

/// Delivers every batch of a stream twice more, beside the pump that delivers each once: late, out
/// of order, and sometimes before the pump.
public final class Redelivery {
  private static final int BATCH_SIZE = 250;
  private static final int TIMES = 2;

  /// How many batches wait, from which one is drawn at random.
  private static final int WAITING = 24;

  private final ShardPump.Reader reader;
  private final EventSink sink;
  private final Random random;
  private final List<List<JsonNode>> waiting = new ArrayList<>();
  private final CompletableFuture<Long> delivered = new CompletableFuture<>();
  private volatile boolean written;

  private Redelivery(ShardPump.Reader reader, EventSink sink, Random random) {
    this.reader = reader;
    this.sink = sink;
    this.random = random;
  }

  /// Reads `stream`, which has one shard, from its oldest record on.
  public static Redelivery start(WatchedStream stream, EventSink sink, Random random) {
    ShardPump.Reader reader = new ShardPump.Reader(stream, stream.shards().getFirst().id(), null);
    Redelivery redelivery = new Redelivery(reader, sink, random);
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
    List<JsonNode> records = reader.next().records();
    for (int from = 0; from < records.size(); from += BATCH_SIZE) {
      List<JsonNode> batch = records.subList(from, Math.min(from + BATCH_SIZE, records.size()));
      waiting.addAll(Collections.nCopies(TIMES, batch));
    }
    if (records.isEmpty()) {
      Thread.sleep(20);
    }
    return records.isEmpty();
  }

  private long deliver(List<JsonNode> batch) {
    int done = sink.deliver(batch);
    if (done < batch.size()) {
      waiting.add(batch.subList(done, batch.size()));
    }
    return done;
  }
}
