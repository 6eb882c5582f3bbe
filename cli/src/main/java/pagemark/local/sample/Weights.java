package pagemark.local.sample;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Random choices that are not equally likely.
final class Weights {
  private Weights() {}

  /// Picks an index of `weights`; its probability is its share of the sum.
  static int pick(int[] weights, RandomGenerator random) {
    int ticket = random.nextInt(Arrays.stream(weights).sum());
    int index = 0;
    while (ticket >= weights[index]) {
      ticket -= weights[index];
      index++;
    }
    return index;
  }
}
