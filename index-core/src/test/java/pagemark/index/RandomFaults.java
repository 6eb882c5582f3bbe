package pagemark.index;

import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Decides which faults of a simulation happen, until it is told to stop, and counts them.
///
/// @param <F> the kinds of fault
public class RandomFaults<F extends Enum<F>> {
  private final RandomGenerator random;
  private final Map<F, Integer> counts;
  private boolean over;

  protected RandomFaults(Class<F> kinds, RandomGenerator random) {
    this.random = random;
    counts = new EnumMap<>(kinds);
  }

  /// Whether `fault` happens now; the probability is 1 in `times`.
  public boolean happens(F fault, int times) {
    boolean happens = !over && random.nextInt(times) == 0;
    if (happens) {
      count(fault);
    }
    return happens;
  }

  /// Counts a fault that happened by itself.
  public void count(F fault) {
    counts.merge(fault, 1, Integer::sum);
  }

  public void stop() {
    over = true;
  }

  public Map<F, Integer> counts() {
    return counts;
  }
}
