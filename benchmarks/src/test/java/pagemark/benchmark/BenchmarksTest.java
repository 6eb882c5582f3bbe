package pagemark.benchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BenchmarksTest {
  @Test
  void namesAreUnique() {
    List<String> names = ids(Benchmarks.named());
    assertEquals(names.stream().distinct().toList(), names);
  }

  @Test
  void namesChooseInTheOrderOfTheReport() {
    assertEquals(List.of("filters", "sync"), ids(Benchmarks.chosen("sync, filters")));
    assertEquals(ids(Benchmarks.all()), ids(Benchmarks.chosen(" ")));
  }

  @Test
  void unknownNameIsRefusedWithThoseThatAreKnown() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Benchmarks.chosen("sync speed"));
    assertEquals(
        "no benchmark is called speed. Benchmarks: " + String.join(", ", ids(Benchmarks.named())),
        e.getMessage());
  }

  private static List<String> ids(List<Benchmark> benchmarks) {
    return benchmarks.stream().map(benchmark -> benchmark.about().id()).toList();
  }
}
