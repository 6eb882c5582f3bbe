package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.repair.RepairSchedule.Event;
import pagemark.tree.simulation.Faults.Fault;

/// Runs schedules of the stream's function, rows of rebuilds, repairs of suspects, audits that
/// repair, sweeps and pages, over the tree of an index in DynamoDB. `-Drepair.schedules=` says how
/// many, `-Drepair.seed=` the seed of the first.
@TakesLong(value = 10, nightly = 300)
final class RepairSchedulesTest {
  private static final int SCHEDULES = Integer.getInteger("repair.schedules", Extent.of(20, 1_000));

  private static final long FIRST = Long.getLong("repair.seed", 1);

  @Test
  void everyScheduleEndsAsTheTable() {
    Map<Enum<?>, Integer> counts = new ConcurrentHashMap<>();
    LongStream.range(FIRST, FIRST + SCHEDULES)
        .parallel()
        .forEach(seed -> events(seed).forEach((event, n) -> counts.merge(event, n, Integer::sum)));
    System.out.println("%d schedules from seed %d, %s".formatted(SCHEDULES, FIRST, counts));
    Stream.concat(Stream.of(Event.values()), Stream.of(Fault.values()))
        .forEach(
            event ->
                assertTrue(
                    counts.getOrDefault(event, 0) >= SCHEDULES / 10,
                    () -> event + " hardly ever happened: " + counts));
  }

  private static Map<Enum<?>, Integer> events(long seed) {
    RepairSchedule schedule = new RepairSchedule(seed);
    try {
      schedule.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("schedule " + seed, e);
    }
    Map<Enum<?>, Integer> all = new HashMap<>(schedule.events());
    all.putAll(schedule.world.faults.counts());
    return all;
  }
}
