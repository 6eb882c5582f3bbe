package pagemark.simulation;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;
import pagemark.simulation.Faults.Fault;

/// Requests pages at any moment of a schedule, and checks them against the index and the table
/// during the request; see [PageCheck].
@TakesLong(nightly = 155)
final class ReadSimulationTest {
  @Test
  void everyPageOfEveryScheduleAgreesWithIndexAndTable() {
    Schedules.converge(30, Mix.READ, EnumSet.range(Fault.INDEX_READ_FAILS, Fault.PAGE_REFUSED));
  }
}
