package pagemark.simulation;

import static pagemark.simulation.Faults.Fault.AUDITED;
import static pagemark.simulation.Faults.Fault.AUDIT_REPAIRED;
import static pagemark.simulation.Faults.Fault.HALF_DONE;
import static pagemark.simulation.Faults.Fault.QUARANTINE_LOOKED;
import static pagemark.simulation.Faults.Fault.QUARANTINE_SETTLED;
import static pagemark.simulation.Faults.Fault.REBUILD_DONE;
import static pagemark.simulation.Faults.Fault.RECORDS_LOST;
import static pagemark.simulation.Faults.Fault.REQUEST_LATE;
import static pagemark.simulation.Faults.Fault.ROWS_MERGED;
import static pagemark.simulation.Faults.Fault.STORE_RESTORED;
import static pagemark.simulation.Faults.Fault.STREAM_CONSUMED;
import static pagemark.simulation.Faults.Fault.STREAM_OFF;
import static pagemark.simulation.Faults.Fault.SUSPECTS_SETTLED;
import static pagemark.simulation.Faults.Fault.SWEEP_KILLED;

import org.junit.jupiter.api.Test;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;

/// Runs 200,000 schedules of one to ten writes. Most orders that go wrong need no more, and a short
/// schedule costs a twentieth of a long one ([SyncSimulationTest]).
@Nightly
@TakesLong(nightly = 900)
final class ShortSimulationTest {
  @Test
  void schedulesConverge() {
    Schedules.convergeSoon(30_000, Mix.HANDLER, REQUEST_LATE);
    Schedules.convergeSoon(20_000, Mix.HANDLER.byPlace(), HALF_DONE);
  }

  @Test
  void schedulesWithAuditsAndABacklogConverge() {
    var backlog =
        new Faults.Fault[] {
          AUDITED, AUDIT_REPAIRED, QUARANTINE_LOOKED, QUARANTINE_SETTLED, SUSPECTS_SETTLED
        };
    Schedules.convergeSoon(25_000, Mix.REBUILT, backlog);
    Schedules.convergeSoon(10_000, Mix.REBUILT.byPlace(), backlog);
    Schedules.convergeSoon(45_000, Mix.DAMAGED);
    Schedules.convergeSoon(25_000, Mix.DAMAGED.byPlace(), backlog);
  }

  @Test
  void schedulesWithRebuildsAndExpiryConverge() {
    Schedules.convergeSoon(4_000, Mix.LOST, REBUILD_DONE);
    Schedules.convergeSoon(4_000, Mix.LEFT, REBUILD_DONE, RECORDS_LOST);
    Schedules.convergeSoon(2_000, Mix.SORTED.byPlace(), REBUILD_DONE, ROWS_MERGED);
    Schedules.convergeSoon(10_000, Mix.EXPIRING, SWEEP_KILLED);
  }

  @Test
  void schedulesOfStoresAndStreamsWithLossesConvergeOrAreReportedInexact() {
    Schedules.convergeSoon(10_000, Mix.SLEPT, RECORDS_LOST);
    Schedules.convergeSoon(10_000, Mix.THINNED, STORE_RESTORED);
    Schedules.convergeSoon(2_000, Mix.THINNED_REBUILT, STORE_RESTORED, REBUILD_DONE);
    Schedules.convergeSoon(2_000, Mix.REPLACED, STREAM_CONSUMED);
    Schedules.convergeSoon(1_000, Mix.OFF, STREAM_OFF);
  }
}
