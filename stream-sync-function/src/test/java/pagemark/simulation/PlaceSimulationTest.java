package pagemark.simulation;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import pagemark.simulation.Faults.Fault;

/// Runs the schedules of [SyncSimulationTest] over an index that keeps fences by place, except
/// those of a store that loses acknowledged writes, which it does not.
@TakesLong(value = 5, nightly = 235)
final class PlaceSimulationTest {

  @Test
  void everyScheduleConverges() {
    Set<Fault> faults = EnumSet.range(Fault.REQUEST_LOST, Fault.READ_FAILS);
    faults.add(Fault.HALF_DONE);
    Schedules.converge(12, Mix.HANDLER.byPlace(), faults);
  }

  @Test
  void everyScheduleWithLossesRebuildsAndAuditsConverges() {
    Schedules.converge(5, Mix.REBUILT.byPlace(), EnumSet.of(Fault.REBUILD_DONE, Fault.AUDITED));
  }

  @Test
  void everyScheduleWithRebuildsThroughLossesConverges() {
    Schedules.converge(5, Mix.LOST.byPlace(), EnumSet.of(Fault.REBUILD_DONE));
  }

  @Test
  void everyScheduleWithDamageEvictionsAndAuditsConverges() {
    Schedules.converge(
        16, Mix.DAMAGED.byPlace(), EnumSet.range(Fault.DAMAGE, Fault.AUDIT_REPAIRED));
  }

  @Test
  void everyScheduleWithLeftRebuildsAndLostRecordsConverges() {
    Schedules.converge(5, Mix.LEFT.byPlace(), EnumSet.of(Fault.RECORDS_LOST, Fault.REBUILD_DONE));
  }

  @Test
  void everyScheduleOfAConsumerThatSleptConvergesOrIsReportedInexact() {
    Schedules.converge(
        10, Mix.SLEPT.byPlace(), EnumSet.of(Fault.RECORDS_LOST, Fault.WRONG_AND_SAID));
  }

  @Test
  void everyScheduleOfAStreamThatIsReplacedConvergesOrIsReportedInexact() {
    Schedules.converge(6, Mix.REPLACED.byPlace(), EnumSet.of(Fault.STREAM_REPLACED, Fault.MARKED));
  }

  @Test
  void everyScheduleWithRowsThatWaitConverges() {
    Schedules.converge(
        12,
        Mix.SORTED.byPlace(),
        EnumSet.of(Fault.REBUILD_DONE, Fault.RUN_WRITTEN, Fault.ROWS_MERGED, Fault.ROWS_DROPPED));
  }
}
