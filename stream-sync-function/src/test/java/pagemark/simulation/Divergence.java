package pagemark.simulation;

/// Looks for a schedule that diverges.
final class Divergence {
  private Divergence() {}

  /// Its seed, in the code as it was loaded.
  static long first(String mix, int from, int seeds) {
    return first(Mix.of(mix), from, seeds, Parts.SOUND);
  }

  /// @param from the seed of the first schedule that is tried
  /// @param seeds how many are tried
  /// @throws AssertionError if there is none
  static long first(Mix mix, int from, int seeds, Parts parts) {
    for (long seed = from; seed < from + seeds; seed++) {
      try {
        new Simulation(seed, parts, mix).run();
      } catch (AssertionError e) {
        return seed;
      }
    }
    throw new AssertionError(seeds + " schedules converge");
  }
}
