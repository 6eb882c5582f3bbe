package pagemark.tree.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.tree.simulation.Faults.Fault;

/// Runs schedules of everything at once. `-Ddynamodb.schedules=` says how many, `-Ddynamodb.seed=`
/// the seed of the first.
@TakesLong(value = 5, nightly = 120)
final class TreeSimulationTest {
  private static final int SCHEDULES =
      Integer.getInteger("dynamodb.schedules", Extent.of(40, 3_000));
  private static final long FIRST = Long.getLong("dynamodb.seed", 1);

  @Test
  void everyScheduleEndsAsTheTable() {
    Map<Fault, Integer> counts = new ConcurrentHashMap<>();
    LongStream.range(FIRST, FIRST + SCHEDULES)
        .parallel()
        .forEach(seed -> faults(seed).forEach((fault, n) -> counts.merge(fault, n, Integer::sum)));
    System.out.println("%d schedules from seed %d, %s".formatted(SCHEDULES, FIRST, counts));
    for (Fault fault : Fault.values()) {
      assertTrue(
          counts.getOrDefault(fault, 0) >= SCHEDULES / 10,
          fault + " hardly ever happened: " + counts);
    }
  }

  /// Runs the schedule of this seed, and returns how often each fault happened.
  private static Map<Fault, Integer> faults(long seed) {
    Schedule schedule = new Schedule(seed);
    try {
      schedule.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("schedule " + seed, e);
    }
    return schedule.faults.counts();
  }
}
