package pagemark.simulation;

import java.util.function.Function;
import pagemark.index.InMemoryIndex;
import pagemark.index.PageIndexWriter;
import pagemark.repair.Freshness;

/// Looks for a schedule that diverges.
final class Divergence {
  private Divergence() {}

  /// Its seed, in the code as it was loaded.
  static long first(String mix, int seeds) {
    return first(Mix.of(mix), seeds, index -> index, Freshness.DEFAULT);
  }

  /// @throws AssertionError if there is none
  static long first(
      Mix mix, int seeds, Function<InMemoryIndex, PageIndexWriter> rules, Freshness freshness) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        new Simulation(seed, rules, freshness, mix).run();
      } catch (AssertionError e) {
        return seed;
      }
    }
    throw new AssertionError(seeds + " schedules converge");
  }
}
