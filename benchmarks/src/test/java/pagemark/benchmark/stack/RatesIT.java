package pagemark.benchmark.stack;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.benchmark.measure.Recorder;
import pagemark.index.TakesLong;

@TakesLong(nightly = 90)
@Isolated("measures")
final class RatesIT {
  @ParameterizedTest
  @EnumSource
  void filteredPagesKeepUpWithPlainOnes(LoadedStack.Kind kind) throws Exception {
    Recorder recorder = new Recorder(new PagesBenchmark().about(), System.out::println);
    double ratio = Rates.measured(kind, 10_000, 4, 80, recorder).median();
    assertTrue(ratio >= 0.8, "median of the slices' ratios: " + ratio);
  }
}
