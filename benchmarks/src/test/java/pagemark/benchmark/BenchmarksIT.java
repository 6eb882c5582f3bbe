package pagemark.benchmark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.benchmark.result.Finding;

/// Runs benchmarks in the smallest size: they check each page and write that they measure. Those of
/// rebuilds and cold starts are left to `mvn -Pbenchmark`.
@Execution(ExecutionMode.CONCURRENT)
final class BenchmarksIT {
  @ParameterizedTest
  @ValueSource(strings = {"depth", "pages", "filters", "sync", "bytes", "half-billion", "public"})
  void benchmarkMeasuresWhatIsRight(String name) throws Exception {
    Finding finding = Benchmarks.run(Benchmarks.chosen(name).getFirst(), Effort.SMOKE);
    assertFalse(finding.tables().isEmpty());
    assertFalse(finding.figures().isEmpty());
    assertTrue(finding.runs().stream().noneMatch(series -> series.runs().isEmpty()));
  }
}
