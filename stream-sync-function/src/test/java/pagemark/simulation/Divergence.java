package pagemark.simulation;

/// Searches for a schedule at whose end index and table differ.
final class Divergence {
  private Divergence() {}

  /// Finds the seed of a schedule that diverges with the loaded code.
  static long first(String mix, int from, int seeds) {
    return first(Mix.of(mix), from, seeds, Parts.SOUND);
  }

  /// @param from the seed of the first schedule that is tried
  /// @param seeds how many seeds are tried
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
