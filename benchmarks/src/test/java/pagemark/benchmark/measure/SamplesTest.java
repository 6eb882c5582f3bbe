package pagemark.benchmark.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SamplesTest {
  @Test
  void percentileIsTheSmallestSampleThatSoManyDoNotExceed() {
    Samples samples = new Samples();
    for (int i = 100; i >= 1; i--) {
      samples.add(i);
    }
    assertEquals(50, samples.median());
    assertEquals(95, samples.percentile(95));
    assertEquals(99, samples.percentile(99));
    assertEquals(1, samples.percentile(0));
    assertEquals(100, samples.percentile(100));
    assertEquals(50.5, samples.mean());
  }
}
