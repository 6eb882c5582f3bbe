package pagemark.rebuild;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.index.rows.RowRuns.Chunk;
import pagemark.state.rebuild.WaitingRows;

/// Merges the runs of a segment. Memory holds one chunk of each run.
final class RunMerge {
  /// A run whose rows before `next` are merged.
  ///
  /// @param number of the chunk that has `next`
  private record Cursor(long run, int number, Chunk chunk, Row next) {
    WaitingRows.Run kept() {
      return new WaitingRows.Run(run, number);
    }
  }

  private final RebuildSetup setup;
  private final RowRuns runs;
  private final String generation;
  private final Runnable renewal;
  private final PriorityQueue<Cursor> cursors =
      new PriorityQueue<>(Comparator.comparing(Cursor::next, Row.ORDER));
  private boolean gone;

  /// Reads the first chunk of each run.
  ///
  /// @param renewal renews the lease of the rebuild if that is due
  /// @throws RebuildException if a chunk cannot be read at every try
  RunMerge(
      RebuildSetup setup, RowRuns runs, String generation, WaitingRows waiting, Runnable renewal) {
    this.setup = setup;
    this.runs = runs;
    this.generation = generation;
    this.renewal = renewal;
    for (WaitingRows.Run run : waiting.runs()) {
      add(cursor(run.name(), run.chunk(), waiting.merged()));
      renewal.run();
    }
  }

  private void add(@Nullable Cursor cursor) {
    if (cursor != null) {
      cursors.add(cursor);
    }
  }

  /// @param merged the cursor is behind this row
  /// @return null if no row is left, or the run is gone
  private @Nullable Cursor cursor(long run, int first, @Nullable Row merged) {
    for (int number = first; ; number++) {
      Chunk chunk = read(run, number).orElse(null);
      if (chunk == null) {
        gone = true;
        return null;
      }
      while (chunk.rows().hasNext()) {
        Row row = chunk.rows().next();
        if (merged == null || Row.ORDER.compare(row, merged) > 0) {
          return new Cursor(run, number, chunk, row);
        }
      }
      if (chunk.isLast()) {
        return null;
      }
    }
  }

  private Optional<Chunk> read(long run, int number) {
    Backoff backoff = new Backoff(setup, renewal);
    while (true) {
      backoff.before("the sorted rows cannot be read");
      try {
        return runs.read(generation, run, number);
      } catch (IndexException failure) {
        backoff.failed(failure);
      }
    }
  }

  /// The next rows, in order.
  List<Row> next(int max) {
    List<Row> rows = new ArrayList<>();
    while (rows.size() < max && !cursors.isEmpty()) {
      Cursor first = cursors.remove();
      rows.add(first.next());
      add(behind(first));
    }
    return rows;
  }

  private @Nullable Cursor behind(Cursor cursor) {
    Iterator<Row> rows = cursor.chunk().rows();
    if (rows.hasNext()) {
      return new Cursor(cursor.run(), cursor.number(), cursor.chunk(), rows.next());
    }
    return cursor.chunk().isLast() ? null : cursor(cursor.run(), cursor.number() + 1, null);
  }

  /// The runs that have rows left, for the next process.
  List<WaitingRows.Run> left() {
    return cursors.stream().map(Cursor::kept).toList();
  }

  /// Whether a run was dropped: its rows must be read from the table again.
  boolean isGone() {
    return gone;
  }
}
