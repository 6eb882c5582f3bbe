package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Figures;
import pagemark.index.GroupRef;
import pagemark.index.Nightly;
import pagemark.index.Rule;
import pagemark.index.Sequence;
import pagemark.index.TakesLong;
import pagemark.tree.write.PlaceOp;
import pagemark.tree.write.TreeWriter;

/// Many writers of one group at the same time, in simulated time. Each stands for a shard of the
/// table's stream, whose records it takes once in a batching window, of a second if nothing else is
/// said.
@Nightly
@TakesLong(nightly = 15)
final class HotGroupTest {
  private static final GroupRef GROUP = new GroupRef("g", "comments", new Group("shirt"));
  private static final BigInteger FIRST_SEQUENCE = new BigInteger("300000000000000000000");
  private static final int BATCH_MAX = 1_000;
  private static final long SECOND = 1_000_000_000;
  private static final int SECONDS = 6;
  private static final int LOADED = 20_000;

  private final Random random = new Random(20_261_122);
  private final Timeline timeline = new Timeline();
  private final SimulatedNodes store = new SimulatedNodes("g");
  private final List<Double> lags = new ArrayList<>();
  private long sequence;

  /// The records of batches that are done.
  private long written;

  private PlaceOp insert(double at) {
    ByteBuffer key = ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(random.nextLong());
    Bytes place = Place.of(new Position(at, Bytes.of(key.array())));
    BigInteger number = FIRST_SEQUENCE.add(BigInteger.valueOf(sequence += 1_000));
    return new PlaceOp(0, place, Cell.WHOLE, new Rule.Newer(new Sequence(number.toString())));
  }

  private void load(boolean inTimeOrder) {
    TreeWriter writer = new TreeWriter(store, SimulatedItems.LIMITS, random, _ -> {});
    for (int written = 0; written < LOADED; written += 500) {
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        double at = -LOADED + written + i;
        ops.add(insert(inTimeOrder ? at : random.nextDouble(-LOADED, 0)));
      }
      writer.write(GROUP, ops, 20_000, () -> false);
    }
  }

  /// Writes the records of one shard, as they arrive.
  private void shard(int perSecond, boolean inTimeOrder, long window) {
    TreeWriter writer =
        new TreeWriter(
            new TimedNodes(store, timeline, random),
            SimulatedItems.LIMITS,
            random,
            timeline::sleep);
    timeline.sleep(Duration.ofNanos(random.nextLong(window)));
    long taken = timeline.now();
    timeline.sleep(Duration.ofNanos(window));
    while (true) {
      long due = (timeline.now() - taken) * perSecond / SECOND;
      int count = (int) Math.min(BATCH_MAX, due);
      long first = taken;
      List<PlaceOp> ops = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        double at = (double) (first + i * SECOND / perSecond) / SECOND * 1000;
        ops.add(insert(inTimeOrder ? at : random.nextDouble(-LOADED, at)));
      }
      writer.write(GROUP, ops, 20_000, () -> false);
      written += count;
      taken += count * SECOND / perSecond;
      lags.add((double) (timeline.now() - first) / SECOND);
      timeline.sleep(Duration.ofNanos(Math.max(0, first + 2 * window - timeline.now())));
    }
  }

  /// Asserts how long the first record of a batch waits, which is the window and the write, and
  /// counts how many units a record takes.
  private void count(
      String id, int writers, int perSecond, boolean inTimeOrder, int window, double secondsMax) {
    load(inTimeOrder);
    double units = store.cost().writeUnits();
    for (int i = 0; i < writers; i++) {
      timeline.start(() -> shard(perSecond / writers, inTimeOrder, window * SECOND));
    }
    int seconds = Math.max(SECONDS, 2 * window + 2);
    timeline.runUntil(Duration.ofSeconds(seconds));
    lags.sort(null);
    double worst = lags.getLast();
    double last = lags.get(lags.size() * 99 / 100);
    double perRecord = (store.cost().writeUnits() - units) / written;
    String figures =
        "%d writers, window %d s, lag: median %.2f s, 99 %% %.2f s, worst %.2f s; %.2f units a record; %s"
            .formatted(
                writers, window, lags.get(lags.size() / 2), last, worst, perRecord, store.cost());
    System.out.println(figures);
    assertTrue(worst < secondsMax, figures);
    Figures.counted(id, perRecord);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 25, 50})
  void aThousandRecordsASecondInTimeOrder(int writers) {
    count("hot-shards-" + writers, writers, 1_000, true, 1, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20})
  void aLongerWindowTakesFewerUnits(int window) {
    count("hot-window-" + window, 50, 1_000, true, window, window + 2);
  }

  @Test
  void aThousandRecordsASecondAnywhere() {
    count("hot-anywhere-1000", 10, 1_000, false, 1, 3);
  }

  /// Ten thousand a second are too many: the lag grows by 0.2 seconds each second.
  @Test
  void manyRecordsASecondAnywhere() {
    count("hot-anywhere-2000", 10, 2_000, false, 1, 4);
  }
}
