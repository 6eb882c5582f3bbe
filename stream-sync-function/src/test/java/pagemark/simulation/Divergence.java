package pagemark.simulation;

/// Looks for a schedule that diverges.
final class Divergence {
  private Divergence() {}

  /// Its seed, in the code as it was loaded.
  static long first(String mix, int seeds) {
    return first(Mix.of(mix), seeds, Parts.SOUND);
  }

  /// @throws AssertionError if there is none
  static long first(Mix mix, int seeds, Parts parts) {
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        new Simulation(seed, parts, mix).run();
      } catch (AssertionError e) {
        return seed;
      }
    }
    throw new AssertionError(seeds + " schedules converge");
  }
}
