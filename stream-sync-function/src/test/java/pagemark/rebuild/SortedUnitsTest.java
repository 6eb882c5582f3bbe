package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pagemark.rebuild.SimulatedRebuild.Spent;

/// Counts what rebuilds cost, see docs/index-layout-dynamodb.md. With `-Dsorted.rows=10000000` the
/// table is that large, and segments have the memory of a function with 1 GB.
final class SortedUnitsTest {
  private static final int ROWS = Integer.getInteger("sorted.rows", 20_000);
  private static final boolean IS_LARGE = ROWS > 1_000_000;

  /// Memory for 3,000 rows, or a 48th of 1 GB.
  private static final long BATCH_BYTES = IS_LARGE ? (1L << 30) / 48 : 1_000_000;

  private static final int CHUNK_BYTES = IS_LARGE ? 16 << 10 : 8 << 10;

  /// Write units a row, runs included.
  private static final double AIM = 0.15;

  private static Spent spent(int rows, int groups, int segments, boolean sorted) {
    Spent spent =
        new SimulatedRebuild(rows, groups, segments, BATCH_BYTES, CHUNK_BYTES, sorted).run();
    System.out.println("%d groups, %d segments, %s".formatted(groups, segments, spent));
    assertEquals(rows, spent.entries());
    return spent;
  }

  private static void assertAim(Spent spent) {
    assertTrue(spent.writesPerRow() <= AIM, spent::toString);
  }

  @Test
  void rowsOfOneSegment() {
    assertAim(spent(ROWS, 1, 1, true));
  }

  @Test
  void rowsOfEightSegments() {
    assertAim(spent(ROWS, 1, 8, true));
  }

  /// A segment of up to 2,000 rows is written at once, so there are more.
  @Test
  void rowsOfFortySegments() {
    assertAim(spent(Math.max(ROWS, 100_000), 1, 40, true));
  }

  @Test
  void rowsOfManyGroupsInEightSegments() {
    assertAim(spent(ROWS, ROWS / 500, 8, true));
  }

  @Test
  void rowsOfManyGroupsInFortySegments() {
    int rows = Math.max(ROWS, 100_000);
    assertAim(spent(rows, rows / 500, 40, true));
  }

  /// It is what the sort saves.
  @Test
  void rowsOfPagesThatAreNotSorted() {
    assertTrue(spent(ROWS, 1, 1, false).writesPerRow() > 0.4);
  }
}
