package pagemark.repair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import pagemark.index.Extent;
import pagemark.index.TakesLong;
import pagemark.repair.RepairSchedule.Event;

/// Runs schedules of the stream's function, repairs of suspects, audits that repair, and sweeps,
/// over the tree of an index in DynamoDB. `-Drepair.schedules=` says how many, `-Drepair.seed=` the
/// seed of the first.
@TakesLong(value = 5, nightly = 100)
final class RepairSchedulesTest {
  private static final int SCHEDULES = Integer.getInteger("repair.schedules", Extent.of(10, 500));

  /// A process dies after it has put a missing entry. The next one reads the leaf from before the
  /// entry was lost, so it seems to be there and counted.
  private static final long STALE_LEAF = 53;

  private static final long FIRST = Long.getLong("repair.seed", 1);

  @Test
  void everyScheduleEndsAsTheTable() {
    Map<Event, Integer> counts = new ConcurrentHashMap<>();
    LongStream.concat(LongStream.of(STALE_LEAF), LongStream.range(FIRST, FIRST + SCHEDULES))
        .parallel()
        .forEach(seed -> events(seed).forEach((event, n) -> counts.merge(event, n, Integer::sum)));
    System.out.println("%d schedules from seed %d, %s".formatted(SCHEDULES, FIRST, counts));
    for (Event event : Event.values()) {
      assertTrue(
          counts.getOrDefault(event, 0) >= SCHEDULES / 10,
          event + " hardly ever happened: " + counts);
    }
  }

  private static Map<Event, Integer> events(long seed) {
    RepairSchedule schedule = new RepairSchedule(seed);
    try {
      schedule.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("schedule " + seed, e);
    }
    return schedule.events();
  }
}
