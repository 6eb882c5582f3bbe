package pagemark.index.rows;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Keeps sorted runs of rows beside the index of a generation, for an external merge sort: a
/// rebuild whose rows do not fit into memory writes them as runs, and reads the runs side by side.
///
/// A run is a list of chunks, which are numbered from 0. Its rows are in the order of [Row#ORDER].
/// Nobody changes a run, and no run goes before all runs of its generation do.
///
/// Methods throw `pagemark.index.IndexException.Unavailable` if the store cannot be reached.
public interface RowRuns {
  /// A part of a run.
  ///
  /// @param rows can be read once
  /// @param isLast whether the run has no other chunk behind it
  record Chunk(Iterator<Row> rows, boolean isLast) {}

  /// Makes a call of the store, and may make it again if it fails. A long run takes hundreds of
  /// calls: if some fail, because the store is throttled, the others need not be made again.
  @FunctionalInterface
  interface Tries {
    <T> T make(Supplier<T> call);
  }

  /// Writes a run. If this fails, some of its chunks may be there; it can be called again.
  ///
  /// @param run a name that no other run has
  /// @param rows in order; there may be none
  /// @param tries makes each call
  void write(String generation, long run, Iterator<Row> rows, Tries tries);

  /// Reads a chunk. Empty if it is not there: somebody has dropped the runs.
  Optional<Chunk> read(String generation, long run, int chunk);

  /// The first row of each chunk, which is what a merge needs to begin in the midst of a run. Empty
  /// if the run has no rows, or is not there.
  ///
  /// @param tries makes each call
  List<Row> outline(String generation, long run, Tries tries);

  /// How many bytes of rows a rebuild collects and sorts before it writes them.
  long batchBytes();

  /// About the memory that a chunk takes which is being read.
  int chunkBytes();

  /// How many chunks are worth a merge of their own, side by side with others.
  int chunksPerMerge();

  /// Removes all runs of a generation. Does nothing if there are none.
  void drop(String generation);
}
