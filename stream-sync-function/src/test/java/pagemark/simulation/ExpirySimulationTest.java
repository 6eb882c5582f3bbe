package pagemark.simulation;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import pagemark.simulation.Faults.Fault;

/// Runs schedules of items that expire and are renewed, beside sweeps that are killed.
@TakesLong(value = 10, nightly = 125)
final class ExpirySimulationTest {
  private static final Set<Fault> FAULTS =
      EnumSet.of(
          Fault.SWEPT,
          Fault.SWEEP_KILLED,
          Fault.REQUEST_LATE,
          Fault.REPLY_LOST,
          Fault.OLD_BATCH_AGAIN,
          Fault.READ_FAILS);

  @Test
  void everyScheduleConverges() {
    Schedules.converge(20, Mix.EXPIRING, FAULTS);
  }

  @Test
  void everyScheduleConvergesByPlace() {
    Schedules.converge(20, Mix.EXPIRING.byPlace(), FAULTS);
  }

  @Test
  void everyScheduleWithRebuildsConverges() {
    Schedules.converge(10, Mix.EXPIRING_REBUILT, EnumSet.of(Fault.SWEPT, Fault.REBUILD_DONE));
  }

  @Test
  void everyScheduleWithRebuildsConvergesByPlace() {
    Schedules.converge(
        10, Mix.EXPIRING_REBUILT.byPlace(), EnumSet.of(Fault.SWEPT, Fault.REBUILD_DONE));
  }
}
