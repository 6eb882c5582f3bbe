package pagemark.rebuild;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowBorder;
import pagemark.index.rows.RowRuns;
import pagemark.index.rows.RowRuns.Chunk;

/// Merges a range of rows from some runs. Memory holds one chunk of each run.
final class RunMerge {
  /// A run whose rows before `next` are merged.
  ///
  /// @param number of the chunk that has `next`
  private record Cursor(long run, int number, Chunk chunk, Row next) {}

  private final RebuildSetup setup;
  private final RowRuns runs;
  private final String generation;
  private final @Nullable RowBorder to;
  private final Runnable renewal;
  private final PriorityQueue<Cursor> cursors =
      new PriorityQueue<>(Comparator.comparing(Cursor::next, Row.ORDER));
  private boolean gone;

  /// Reads the first chunk of each run that the range needs.
  ///
  /// @param from the begin of the range; null if it has none
  /// @param to the end of the range; null if it has none
  /// @param renewal renews the lease of the rebuild if that is due
  /// @throws RebuildException if a chunk cannot be read at every try
  RunMerge(
      RebuildSetup setup,
      RowRuns runs,
      String generation,
      List<Long> names,
      @Nullable RowBorder from,
      @Nullable RowBorder to,
      Runnable renewal) {
    this.setup = setup;
    this.runs = runs;
    this.generation = generation;
    this.to = to;
    this.renewal = renewal;
    for (long run : names) {
      add(cursor(run, from == null ? 0 : chunk(run, from), from));
      renewal.run();
    }
  }

  /// The number of the chunk in which the rows behind a border begin.
  private int chunk(long run, RowBorder from) {
    List<Row> first = runs.outline(generation, run, this::call);
    int number = 0;
    while (number + 1 < first.size() && from.isBehind(first.get(number + 1))) {
      number++;
    }
    return number;
  }

  private <T> T call(Supplier<T> call) {
    return new Backoff(setup, renewal).call("the sorted rows cannot be read", call);
  }

  private void add(@Nullable Cursor cursor) {
    if (cursor != null && (to == null || to.isBehind(cursor.next()))) {
      cursors.add(cursor);
    }
  }

  /// @param from the cursor is behind this border
  /// @return null if no row is left, or the run is gone
  private @Nullable Cursor cursor(long run, int first, @Nullable RowBorder from) {
    for (int number = first; ; number++) {
      Chunk chunk = read(run, number).orElse(null);
      if (chunk == null) {
        gone = true;
        return null;
      }
      while (chunk.rows().hasNext()) {
        Row row = chunk.rows().next();
        if (from == null || !from.isBehind(row)) {
          return new Cursor(run, number, chunk, row);
        }
      }
      if (chunk.isLast()) {
        return null;
      }
    }
  }

  private Optional<Chunk> read(long run, int number) {
    return call(() -> runs.read(generation, run, number));
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

  /// Where the next row is; empty if none is left.
  Optional<RowBorder> left() {
    return Optional.ofNullable(cursors.peek()).map(cursor -> RowBorder.before(cursor.next()));
  }

  /// Whether a run was dropped: its rows must be read from the table again.
  boolean isGone() {
    return gone;
  }
}
