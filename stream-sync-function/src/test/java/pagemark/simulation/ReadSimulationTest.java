package pagemark.simulation;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import pagemark.simulation.Faults.Fault;

/// Requests pages at any moment of a schedule, and checks them against the index and the table
/// during the request; see [PageCheck]. Without the checks of the reading code some pages are
/// wrong.
@TakesLong(nightly = 155)
final class ReadSimulationTest {
  private static final int MUTANT_SEEDS = 300;

  @Test
  void everyPageOfEveryScheduleAgreesWithIndexAndTable() {
    Schedules.converge(30, Mix.READ, EnumSet.range(Fault.INDEX_READ_FAILS, Fault.PAGE_REFUSED));
  }

  /// Without this check items would be shown out of order and outside the window.
  @Test
  void withoutTheCheckThatAMovedItemFitsSomePageIsWrong() {
    assertDiverges("pagemark.pages.items.PageVerification$PageReach", "fits", true);
  }

  @Test
  void withoutTheCheckThatAnItemMovedSomePageIsWrong() {
    assertDiverges("pagemark.pages.items.PageVerification", "hasMoved", false);
  }

  /// Without this read items would be missing that a GSI does not show yet.
  @Test
  void withoutTheConsistentReadSomePageIsWrong() {
    assertDiverges("pagemark.pages.items.PageVerification", "isDecided", true);
  }

  private static void assertDiverges(String type, String method, boolean answer) {
    long seed = new Mutant(type, method, answer).divergingSeed(Mix.READ, 1, MUTANT_SEEDS);
    System.out.println("without %s some page of schedule %d is wrong".formatted(method, seed));
  }
}
