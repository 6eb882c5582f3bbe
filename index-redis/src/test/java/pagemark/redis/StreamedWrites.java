package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexStore;
import pagemark.index.PageIndexWriter;
import pagemark.index.Patience;
import pagemark.index.RandomOps;
import pagemark.index.WriteResult;

/// Writes random batches like the stream: a failed batch is retried before any newer one. The
/// oracle gets each batch once.
record StreamedWrites(
    RandomOps random, InMemoryIndex oracle, IndexStore store, AtomicLong batches) {
  private static final int BATCHES_MAX = 100_000;
  private static final Duration SETTLING_MAX = Patience.of(Duration.ofSeconds(60));

  void writeWhile(BooleanSupplier goesOn) {
    PageIndexWriter writer = store.writer();
    for (int i = 0; goesOn.getAsBoolean(); i++) {
      assertTrue(i < BATCHES_MAX, "writes without end");
      List<GroupWrite> batch = random.next();
      oracle.write(batch);
      settle(writer, batch);
      batches.incrementAndGet();
    }
  }

  /// Retries failed batches until all succeed.
  static void settle(PageIndexWriter writer, List<GroupWrite> batch) {
    long start = System.nanoTime();
    List<GroupWrite> open = batch;
    while (!open.isEmpty()) {
      assertTrue(System.nanoTime() - start < SETTLING_MAX.toNanos(), "a write fails for ever");
      List<GroupWrite> sent = open;
      List<WriteResult> results = writer.write(sent);
      assertEquals(sent.size(), results.size());
      open = new ArrayList<>();
      for (int i = 0; i < sent.size(); i++) {
        switch (results.get(i)) {
          case WriteResult.Failed(var cause) -> open.add(sent.get(i));
          case WriteResult.Written ignored -> {}
          case WriteResult.Expired ignored -> throw new AssertionError("too late");
          case WriteResult.Unmarked ignored -> throw new AssertionError("a marker was lost");
        }
      }
    }
  }
}
