package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pagemark.index.Figures;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.rebuild.SimulatedRebuild.Spent;

/// Counts what rebuilds cost, for docs/figures.tsv. With `-Dsorted.rows=10000000` the table is that
/// large, and segments have the memory of a function with 1 GB; then it only prints.
@Nightly
@TakesLong(nightly = 60)
final class SortedUnitsTest {
  private static final int ROWS = Integer.getInteger("sorted.rows", 0);

  /// Memory for 3,000 rows, or a 48th of 1 GB.
  private static final long BATCH_BYTES = ROWS > 0 ? (1L << 30) / 48 : 1_000_000;

  private static final int TURNED_ROWS = 60_000;

  private static final int CHUNK_BYTES = ROWS > 0 ? 16 << 10 : 8 << 10;

  private static void count(String id, int rows, SimulatedRebuild rebuild) {
    Spent spent = rebuild.run();
    System.out.println("%s: %s".formatted(id, spent));
    assertEquals(rows, spent.entries());
    if (ROWS == 0) {
      Figures.counted(id, spent.writesPerRow());
      Figures.counted(id + "-reads", spent.reads() / spent.rows());
    }
  }

  /// A segment of up to 2,000 rows is written at once, so there are more rows for 40 segments.
  @ParameterizedTest
  @CsvSource({
    "sorted-by-1, 20000, 0, 1",
    "sorted-by-8, 20000, 0, 8",
    "sorted-by-40, 100000, 0, 40",
    "sorted-groups-by-8, 20000, 500, 8",
    "sorted-groups-by-40, 100000, 500, 40"
  })
  void rowsOfSegments(String id, int rows, int rowsOfAGroup, int segments) {
    int all = Math.max(ROWS, rows);
    int groups = rowsOfAGroup == 0 ? 1 : all / rowsOfAGroup;
    count(id, all, new SimulatedRebuild(all, groups, segments, BATCH_BYTES, CHUNK_BYTES, true));
  }

  /// Half a billion rows are merged in six turns, as the runs of some 90 million fit side by side.
  /// Here a run has 1,000 rows, and ten fit.
  @ParameterizedTest
  @CsvSource({
    "turns-of-one-group, 60000",
    "turns-of-groups-of-500, 500",
    "turns-of-groups-of-10, 10",
    "turns-of-groups-of-1, 1"
  })
  void rowsOfSixTurns(String id, int rowsOfAGroup) {
    int groups = TURNED_ROWS / rowsOfAGroup;
    count(id, TURNED_ROWS, new SimulatedRebuild(TURNED_ROWS, groups, 4, 333_000, 33_000, true));
  }

  /// It is what the sort saves.
  @ParameterizedTest
  @CsvSource("unsorted, 20000")
  void rowsOfPagesThatAreNotSorted(String id, int rows) {
    count(id, rows, new SimulatedRebuild(rows, 1, 1, BATCH_BYTES, CHUNK_BYTES, false));
  }
}
