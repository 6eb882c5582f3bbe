package pagemark.simulation;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import pagemark.simulation.Faults.Fault;

/// Runs schedules of the stream's handler with rebuilds, audits, watches and faults.
@TakesLong(value = 12, nightly = 440)
final class SyncSimulationTest {
  private static final Set<Fault> HANDLED = EnumSet.range(Fault.REQUEST_LOST, Fault.READ_FAILS);

  private static Set<Fault> and(Set<Fault> faults, Fault... more) {
    Set<Fault> all = EnumSet.copyOf(faults);
    all.addAll(Set.of(more));
    return all;
  }

  @Test
  void everyScheduleConverges() {
    Schedules.converge(8, Mix.HANDLER, and(HANDLED, Fault.PROCESS_DIED));
  }

  @Test
  void everyScheduleWithLossesRebuildsAndAuditsConverges() {
    Set<Fault> faults =
        and(
            HANDLED,
            Fault.FLUSH,
            Fault.SLOT_LOST,
            Fault.REBUILD_PAUSED,
            Fault.REBUILD_DONE,
            Fault.AUDITED,
            Fault.AUDIT_REPAIRED,
            Fault.QUARANTINE_LOOKED,
            Fault.SUSPECTS_SETTLED);
    faults.addAll(EnumSet.range(Fault.INDEX_READ_FAILS, Fault.PAGE_REFUSED));
    Schedules.converge(20, Mix.REBUILT, faults);
  }

  @Test
  void everyScheduleWithRebuildsThroughLossesConverges() {
    Schedules.converge(
        20,
        Mix.LOST,
        and(
            HANDLED,
            Fault.FLUSH,
            Fault.SLOT_LOST,
            Fault.PROCESS_DIED,
            Fault.REBUILD_PAUSED,
            Fault.REBUILD_KILLED,
            Fault.KILLED_WHILE_IT_SERVES,
            Fault.REBUILD_DONE));
  }

  @Test
  void everyScheduleWithDamageEvictionsAndAuditsConverges() {
    Schedules.converge(20, Mix.DAMAGED, EnumSet.range(Fault.DAMAGE, Fault.SUSPECTS_SETTLED));
  }

  @Test
  void everyScheduleWithLeftRebuildsAndLostRecordsConverges() {
    Set<Fault> faults = EnumSet.range(Fault.RECORDS_LOST, Fault.TAKEN_OVER);
    faults.remove(Fault.KILLED_WHILE_IT_SERVES);
    faults.addAll(EnumSet.of(Fault.DAMAGE, Fault.REBUILD_DONE, Fault.REBUILD_PAUSED));
    Schedules.converge(50, Mix.LEFT, faults);
  }

  @Test
  void everyScheduleOfAConsumerThatSleptConvergesOrIsReportedInexact() {
    Schedules.converge(
        10,
        Mix.SLEPT,
        EnumSet.of(
            Fault.HOURS_PASS, Fault.RECORDS_LOST, Fault.MARKED, Fault.WRONG_AND_SAID, Fault.CRASH));
  }

  @Test
  void everyScheduleOfAStoreWithOlderDataConvergesOrIsReportedInexact() {
    Schedules.converge(
        8,
        Mix.THINNED,
        EnumSet.of(
            Fault.STORE_RESTORED,
            Fault.SLOT_RESTORED,
            Fault.PROCESS_DIED,
            Fault.MARKED,
            Fault.HEALED));
  }

  @Test
  void everyScheduleOfAStoreWithOlderDataDuringRebuildsConvergesOrIsReportedInexact() {
    Schedules.converge(
        10,
        Mix.THINNED_REBUILT,
        EnumSet.of(Fault.STORE_RESTORED, Fault.SLOT_RESTORED, Fault.MARKED, Fault.REBUILD_DONE));
  }

  @Test
  void everyScheduleOfAStreamThatIsReplacedConvergesOrIsReportedInexact() {
    Schedules.converge(
        20,
        Mix.REPLACED,
        EnumSet.of(
            Fault.STREAM_REPLACED,
            Fault.STREAM_CONSUMED,
            Fault.SUSPENDED,
            Fault.MARKED,
            Fault.REBUILD_DONE,
            Fault.WRONG_AND_SAID));
  }

  @Test
  void everyScheduleOfAStreamThatIsSwitchedOffConvergesOrIsReportedInexact() {
    Schedules.converge(
        12,
        Mix.OFF,
        EnumSet.of(
            Fault.STREAM_OFF,
            Fault.STREAM_REPLACED,
            Fault.CONSUMER_BEHIND,
            Fault.MARKED,
            Fault.WRONG_AND_SAID));
  }
}
