package pagemark.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import pagemark.index.Extent;
import pagemark.simulation.Faults.Fault;

/// The schedules of a run: `-Dsimulation.seeds=` is the number of which each mix runs a percentage,
/// the smallest at which every fault that must happen still happens often.
final class Schedules {
  private static final int SEEDS = Integer.getInteger("simulation.seeds", Extent.of(300, 3_000));

  private Schedules() {}

  /// Runs a share of the schedules.
  ///
  /// @param percent of all schedules
  /// @param faults the faults that must happen
  /// @throws AssertionError if a schedule diverges, or one of `faults` hardly ever happened
  static void converge(int percent, Mix mix, Set<Fault> faults) {
    run(SEEDS * percent / 100, mix, faults);
  }

  /// Runs schedules of few writes.
  ///
  /// @throws AssertionError as [#converge]
  static void convergeSoon(int seeds, Mix mix, Fault... faults) {
    run(seeds, mix.ofFewWrites(), Set.of(faults));
  }

  private static void run(int seeds, Mix mix, Set<Fault> faults) {
    Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    for (long seed = 1; seed <= seeds; seed++) {
      Simulation simulation = new Simulation(seed, mix);
      try {
        simulation.run();
      } catch (AssertionError | IllegalStateException e) {
        throw new AssertionError("schedule %d of the mix %s".formatted(seed, mix.name()), e);
      }
      simulation.faults.counts().forEach((fault, n) -> counts.merge(fault, n, Integer::sum));
    }
    System.out.println("%d schedules of the mix %s, %s".formatted(seeds, mix.name(), counts));
    for (Fault fault : faults) {
      assertTrue(counts.getOrDefault(fault, 0) > 1, fault + " hardly ever happened: " + counts);
    }
  }
}
