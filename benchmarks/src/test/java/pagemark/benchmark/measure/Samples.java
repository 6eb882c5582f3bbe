package pagemark.benchmark.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Measurements of one thing.
public final class Samples {
  private final List<Double> all = new ArrayList<>();

  public void add(double value) {
    all.add(value);
  }

  /// In the order in which they were added.
  public List<Double> all() {
    return Collections.unmodifiableList(all);
  }

  public double median() {
    return percentile(50);
  }

  public double mean() {
    return all.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /// The smallest sample that at least `percent` of a hundred of them do not exceed.
  public double percentile(double percent) {
    if (all.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    List<Double> sorted = all.stream().sorted().toList();
    int rank = (int) Math.ceil(percent / 100 * sorted.size());
    return sorted.get(Math.max(rank, 1) - 1);
  }
}
