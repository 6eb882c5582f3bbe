package pagemark.benchmark.result;

import java.util.List;

/// All runs of one measurement, in the order in which they were made.
///
/// @param name what was measured, unique in its finding
/// @param unit such as `ms` or `records/s`
public record Series(String name, String unit, List<Double> runs) {
  public Series {
    runs = List.copyOf(runs);
  }
}
