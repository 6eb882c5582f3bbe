package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pagemark.rebuild.SimulatedRebuild.Spent;

/// Counts what the rebuild of one large group costs, see docs/index-layout-dynamodb.md. With
/// `-Dsorted.rows=10000000` the table is that large, and segments have the memory of a function
/// with 1 GB.
final class SortedUnitsTest {
  private static final int ROWS = Integer.getInteger("sorted.rows", 20_000);
  private static final boolean IS_LARGE = ROWS > 1_000_000;

  /// Memory for 1,000 rows, or for a 48th of 1 GB.
  private static final long BATCH_BYTES = IS_LARGE ? (1L << 30) / 48 : 332_000;

  private static final int CHUNK_BYTES = IS_LARGE ? 64 << 10 : 8 << 10;

  private static Spent spent(int segments, boolean sorted) {
    Spent spent = new SimulatedRebuild(ROWS, segments, BATCH_BYTES, CHUNK_BYTES, sorted).run();
    System.out.println("%d segments, %s".formatted(segments, spent));
    assertEquals(ROWS, spent.entries());
    return spent;
  }

  private static void assertUnits(double planned, Spent spent) {
    assertTrue(spent.writesPerRow() <= 1.2 * planned, spent::toString);
  }

  @Test
  void rowsOfOneSegment() {
    assertUnits(0.11, spent(1, true));
  }

  /// Each segment writes into all leaves of the group, at the same time as the others.
  @Test
  void rowsOfEightSegments() {
    assertUnits(0.70, spent(8, true));
  }

  /// It is what the sort saves.
  @Test
  void rowsOfPagesThatAreNotSorted() {
    assertTrue(spent(1, false).writesPerRow() > 0.4);
  }
}
