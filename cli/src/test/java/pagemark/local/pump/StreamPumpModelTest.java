package pagemark.local.pump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.watch.WatchedStream;

/// Compares random streams and failures with a plain model of an event source mapping: each batch
/// of a shard begins with the first record that is not done and has no gap, and no record is passed
/// on before its parent shard is done.
@TakesLong(nightly = 15)
final class StreamPumpModelTest {
  private static final int STREAMS = Extent.of(60, 300);
  private static final int ROUNDS = 120;
  private static final int CALM_ROUNDS_MAX = 20_000;
  private static final StreamPump.Settings SETTINGS =
      new StreamPump.Settings(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyRecordIsDoneInOrderWhateverFails(long seed) {
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int failures = 0;
    for (int i = 0; i < STREAMS; i++) {
      failures += new Run(random).check();
    }
    assertTrue(failures > STREAMS, "too few failures were injected: " + failures);
  }

  /// One stream, whose shards are named by numbers; record 3 of shard 12 has the number 12003.
  private static final class Run {
    private static final int SHARD_RECORDS_MAX = 1_000;

    private final Random random;
    private final TestClock clock = new TestClock();
    private final FakeStream stream = new FakeStream(7);
    private final List<Integer> written = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Integer> open = new ArrayList<>();
    private final Map<Integer, Integer> done = new HashMap<>();
    private boolean calm;
    private int failures;

    Run(Random random) {
      this.random = random;
    }

    int check() {
      StreamPump pump =
          new StreamPump(
              stream,
              Records.sink(this::invoke),
              SETTINGS,
              new StreamPump.Context(clock, line -> {}));
      addShard(-1);
      for (int round = 0; round < ROUNDS; round++) {
        write();
        if (random.nextInt(25) == 0) {
          split();
        }
        stream.failReads(random.nextInt(10) == 0 ? 1 : 0);
        pump.round();
        clock.advance(Duration.ofMillis(random.nextInt(400)));
      }
      calmDown(pump);
      for (int shard = 0; shard < written.size(); shard++) {
        assertEquals(written.get(shard), done.getOrDefault(shard, 0), "records of shard " + shard);
      }
      return failures;
    }

    private void calmDown(StreamPump pump) {
      calm = true;
      stream.failReads(0);
      clock.advance(SETTINGS.backoffMax());
      for (int rounds = 0; pump.round(); rounds++) {
        assertTrue(rounds < CALM_ROUNDS_MAX, "the pump never comes to rest");
      }
    }

    private void addShard(int parent) {
      int shard = written.size();
      stream.shard("" + shard, parent < 0 ? null : "" + parent);
      written.add(0);
      parents.add(parent);
      open.add(shard);
    }

    private void split() {
      int parent = open.remove(/* index */ random.nextInt(open.size()));
      stream.close("" + parent);
      for (int child = random.nextInt(2); child < 2; child++) {
        addShard(parent);
      }
    }

    private void write() {
      int shard = open.get(random.nextInt(open.size()));
      int from = written.get(shard);
      int to = Math.min(from + random.nextInt(20), SHARD_RECORDS_MAX);
      int base = shard * SHARD_RECORDS_MAX;
      stream.put("" + shard, Records.range(base + from, base + to));
      written.set(shard, to);
    }

    private JsonNode invoke(List<JsonNode> batch) {
      checkBatch(batch);
      int good = calm || random.nextInt(3) > 0 ? batch.size() : random.nextInt(batch.size());
      if (good < batch.size()) {
        failures++;
      }
      return good == batch.size() ? settled(batch, good) : failed(batch, good);
    }

    private void checkBatch(List<JsonNode> batch) {
      int first = Integer.parseInt(WatchedStream.sequence(batch.getFirst()));
      int shard = first / SHARD_RECORDS_MAX;
      assertEquals(done.getOrDefault(shard, 0), first % SHARD_RECORDS_MAX, "first of the batch");
      assertEquals(
          Records.sequences(Records.range(first, first + batch.size())), Records.sequences(batch));
      int parent = parents.get(shard);
      if (parent >= 0) {
        assertEquals(written.get(parent), done.getOrDefault(parent, 0), "parent done");
      }
    }

    private JsonNode settled(List<JsonNode> batch, int count) {
      int shard = Integer.parseInt(WatchedStream.sequence(batch.getFirst())) / SHARD_RECORDS_MAX;
      done.merge(shard, count, Integer::sum);
      return random.nextBoolean() ? Records.allDone() : Records.failed();
    }

    /// The ways to fail. What was done of the batch counts only if the answer says so.
    private JsonNode failed(List<JsonNode> batch, int good) {
      String failed = WatchedStream.sequence(batch.get(good));
      String last = WatchedStream.sequence(batch.getLast());
      return switch (random.nextInt(4)) {
        case 0 -> throw new IllegalStateException("the function failed");
        case 1 -> Records.failed("987654321", failed);
        case 2 -> Records.failed("");
        default -> {
          settled(batch, good);
          yield random.nextBoolean() ? Records.failed(failed) : Records.failed(last, failed);
        }
      };
    }
  }
}
