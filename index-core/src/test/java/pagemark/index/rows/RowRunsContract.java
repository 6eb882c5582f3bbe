package pagemark.index.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.Extent;

/// What each store of sorted runs must do.
public abstract class RowRunsContract {
  private static final long RUN = -5;
  private static final int ROWS = Extent.of(4_000, 40_000);

  private final Random random = new Random(20_261_122);
  private String generation;
  private RowRuns runs;

  @BeforeEach
  final void open() {
    generation = generation();
    runs = runs();
  }

  protected abstract RowRuns runs();

  /// The id of a generation that has no runs.
  protected abstract String generation();

  private static Row row(String group, String cell, double score, byte[] member) {
    return new Row(
        new Group(group), new Entry(new Cell(cell), new Position(score, Bytes.of(member))));
  }

  private List<Row> rows(int count, int groups) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] key = ByteBuffer.allocate(16).putLong(random.nextLong()).putLong(i).array();
      rows.add(row("group " + random.nextInt(groups), "", random.nextInt(1_000_000), key));
    }
    rows.sort(Row.ORDER);
    return rows;
  }

  private List<Row> read(long run) {
    List<Row> found = new ArrayList<>();
    for (int number = 0; number <= ROWS; number++) {
      RowRuns.Chunk chunk = runs.read(generation, run, number).orElseThrow();
      chunk.rows().forEachRemaining(found::add);
      if (chunk.isLast()) {
        assertEquals(Optional.empty(), runs.read(generation, run, number + 1));
        return found;
      }
    }
    throw new AssertionError("no chunk is the last one");
  }

  private void assertKept(List<Row> rows) {
    long run = random.nextLong();
    runs.write(generation, run, rows.iterator(), Supplier::get);
    assertEquals(rows, read(run));
    assertEquals(firstRows(run), runs.outline(generation, run, Supplier::get));
  }

  private List<Row> firstRows(long run) {
    List<Row> first = new ArrayList<>();
    for (int number = 0; ; number++) {
      RowRuns.Chunk chunk = runs.read(generation, run, number).orElseThrow();
      if (chunk.rows().hasNext()) {
        first.add(chunk.rows().next());
      }
      if (chunk.isLast()) {
        return first;
      }
    }
  }

  @Test
  final void aRunIsReadAsItWasWritten() {
    assertKept(rows(ROWS, 1));
    assertKept(rows(ROWS, ROWS / 5));
    assertKept(rows(1, 1));
    assertKept(List.of());
  }

  @Test
  final void everyRowOfAListingIsKept() {
    byte[] longest = new byte[2_048];
    random.nextBytes(longest);
    assertKept(
        List.of(
            row("", "", 0, new byte[0]),
            row("a", "", -2.5, new byte[] {0}),
            row("a", "", 0, new byte[] {0, 0}),
            row("a", "", Double.MIN_VALUE, new byte[] {-1}),
            row("a".repeat(2_000), "", 1, longest),
            row("\u00e9\ud83d\ude00", "", Double.MAX_VALUE, longest)));
    assertKept(
        List.of(
            row("a", "0.0.0", 1, new byte[] {1}),
            row("a", "200.1.30000", 2, new byte[] {2}),
            row("b", "0.1.0", 1, new byte[] {1})));
  }

  /// A writer that was killed in the middle leaves chunks; nobody knows its run.
  @Test
  final void aRunCanBeWrittenAgain() {
    List<Row> rows = rows(100, 3);
    runs.write(generation, RUN, rows.iterator(), Supplier::get);
    runs.write(generation, RUN, rows.iterator(), Supplier::get);
    assertEquals(rows, read(RUN));
  }

  @Test
  final void runsGoTogether() {
    assertEquals(Optional.empty(), runs.read(generation, RUN, 0));
    runs.drop(generation);
    List<Row> rows = rows(10, 2);
    runs.write(generation, RUN, rows.iterator(), Supplier::get);
    runs.write(generation, RUN + 1, rows.iterator(), Supplier::get);
    runs.drop(generation);
    assertEquals(Optional.empty(), runs.read(generation, RUN, 0));
    assertEquals(Optional.empty(), runs.read(generation, RUN + 1, 0));
    assertEquals(List.of(), runs.outline(generation, RUN, Supplier::get));
    runs.drop(generation);
    runs.write(generation, RUN, rows.iterator(), Supplier::get);
    assertEquals(rows, read(RUN));
  }

  @Test
  final void aChunkTakesSomeMemory() {
    assertTrue(runs.chunkBytes() > 0);
    assertTrue(runs.chunksPerMerge() > 0);
  }
}
