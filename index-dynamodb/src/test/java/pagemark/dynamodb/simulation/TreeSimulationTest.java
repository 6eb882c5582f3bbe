package pagemark.dynamodb.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.dynamodb.simulation.Faults.Fault;
import pagemark.index.Extent;

/// Runs schedules of everything at once.
final class TreeSimulationTest {
  private static final int FIRST = Integer.getInteger("simulation.first", 1);
  private static final int SEEDS = Integer.getInteger("simulation.seeds", Extent.of(300, 100_000));

  @Test
  void everyScheduleEndsAsTheTable() {
    Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    int wrong = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Schedule schedule = new Schedule(seed, Without.NOTHING);
      try {
        schedule.run();
      } catch (AssertionError | RuntimeException e) {
        if (!Boolean.getBoolean("simulation.all")) {
          throw new AssertionError("schedule " + seed, e);
        }
        wrong++;
        String m = String.valueOf(e);
        System.out.println(seed + " " + m.substring(0, Math.min(300, m.length())));
      }
      schedule.faults.counts().forEach((fault, n) -> counts.merge(fault, n, Integer::sum));
    }
    System.out.println("%d schedules from %d, %d wrong, %s".formatted(SEEDS, FIRST, wrong, counts));
    for (Fault fault : Fault.values()) {
      assertTrue(counts.getOrDefault(fault, 0) > 10, fault + " hardly ever happened: " + counts);
    }
  }
}
