package pagemark.simulation;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import pagemark.simulation.Faults.Fault;

/// Runs schedules of items that expire and are renewed, beside sweeps that are killed. Each rule is
/// needed: without it some schedule leaves an item in the index that has expired, or loses one that
/// was renewed.
@TakesLong(value = 10, nightly = 125)
final class ExpirySimulationTest {
  private static final int MUTANT_SEEDS = 3_000;

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

  private static void assertDivergesWithout(String type, String method, Mix mix, int from) {
    long seed = new Mutant(type, method, false).divergingSeed(mix, from, MUTANT_SEEDS);
    System.out.println("without %s, schedule %d diverges".formatted(method, seed));
  }

  /// A write that renews an item then looks as if the index had it.
  @Test
  void anOldImageThatHasExpiredTellsNothing() {
    assertDivergesWithout("pagemark.sync.ItemPlan$Placement", "wasExpired", Mix.EXPIRING, 1);
  }

  /// A record that comes late then brings back what was swept.
  @Test
  void aNewImageThatHasExpiredIsNoProof() {
    assertDivergesWithout("pagemark.sync.ItemPlan$Placement", "isExpired", Mix.EXPIRING, 640);
  }

  /// What could not be removed elsewhere is then not found again.
  @Test
  void theDueEntryGoesLast() {
    assertDivergesWithout("pagemark.repair.ExpirySweep$Run", "isLeft", Mix.EXPIRING, 1);
  }

  /// A row that was read before then comes after the sweep.
  @Test
  void rowsOfExpiredItemsMustNotCome() {
    assertDivergesWithout("pagemark.rebuild.RowBatch", "isOver", Mix.EXPIRING_REBUILT, 1);
  }
}
