package pagemark.pages.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class StartTest {
  @Test
  void nextLeadsToTheLastPage() {
    for (int total = 0; total <= 30; total++) {
      for (int size = 1; size <= 8; size++) {
        for (int from = 0; from < Math.max(1, total); from++) {
          walk(new Start.Skipped(from), size, total);
        }
        walk(new Start.Numbered(1), size, total);
      }
    }
  }

  private static void walk(Start.Counted start, int size, int total) {
    Start.Counted at = start;
    while (at.from(size) + size < total) {
      at = at.next(size);
    }
    assertEquals(at, start.last(size, total), "%s, %d of %d".formatted(start, size, total));
    assertEquals(at, at.last(size, total));
  }

  @Test
  void prevLeadsToTheFirstPage() {
    Start.Counted at = new Start.Skipped(23);
    for (int steps = 0; at.prev(10).isPresent(); steps++) {
      assertTrue(steps < 3);
      at = at.prev(10).get();
    }
    assertEquals(at.first(), at);
  }

  @Test
  void countsPages() {
    assertEquals(0, Start.pages(20, 0));
    assertEquals(1, Start.pages(20, 20));
    assertEquals(2, Start.pages(20, 21));
    assertEquals(1203, Start.pages(20, 24052));
  }
}
