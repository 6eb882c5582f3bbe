package pagemark.local.sample;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Choices that are not equally likely.
final class Weights {
  private Weights() {}

  /// An index of `weights`, as likely as its share of their sum.
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
