package pagemark.dynamodb.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.simulation.Faults.Fault;
import pagemark.index.Extent;
import pagemark.index.TakesLong;

/// Runs schedules of everything at once. `-Ddynamodb.schedules=` says how many, `-Ddynamodb.seed=`
/// the seed of the first.
@TakesLong
final class TreeSimulationTest {
  private static final int SCHEDULES =
      Integer.getInteger("dynamodb.schedules", Extent.of(1_000, 20_000));
  private static final long FIRST = Long.getLong("dynamodb.seed", 1);

  @Test
  void everyScheduleEndsAsTheTable() {
    Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    for (long seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
      Schedule schedule = new Schedule(seed, Without.NOTHING);
      try {
        schedule.run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("schedule " + seed, e);
      }
      schedule.faults.counts().forEach((fault, n) -> counts.merge(fault, n, Integer::sum));
    }
    System.out.println("%d schedules from seed %d, %s".formatted(SCHEDULES, FIRST, counts));
    for (Fault fault : Fault.values()) {
      assertTrue(
          counts.getOrDefault(fault, 0) >= SCHEDULES / 10,
          fault + " hardly ever happened: " + counts);
    }
  }
}
