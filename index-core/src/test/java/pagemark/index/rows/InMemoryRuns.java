package pagemark.index.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs in memory, with one row in a chunk.
///
/// @param chunkBytes what a chunk is said to take
public record InMemoryRuns(Map<String, Map<Long, List<Row>>> generations, int chunkBytes)
    implements RowRuns {
  public InMemoryRuns(int chunkBytes) {
    this(new HashMap<>(), chunkBytes);
  }

  @Override
  public long batchBytes() {
    return 3L * chunkBytes;
  }

  @Override
  public void write(String generation, long run, Iterator<Row> rows, Tries tries) {
    List<Row> all = new ArrayList<>();
    rows.forEachRemaining(all::add);
    tries.make(() -> put(generation, run, all));
  }

  private synchronized List<Row> put(String generation, long run, List<Row> rows) {
    generations.computeIfAbsent(generation, _ -> new HashMap<>()).put(run, rows);
    return rows;
  }

  @Override
  public synchronized Optional<Chunk> read(String generation, long run, int chunk) {
    List<Row> all = generations.getOrDefault(generation, Map.of()).get(run);
    if (all == null || chunk > Math.max(0, all.size() - 1)) {
      return Optional.empty();
    }
    int to = Math.min(chunk + 1, all.size());
    return Optional.of(new Chunk(all.subList(chunk, to).iterator(), to == all.size()));
  }

  @Override
  public List<Row> outline(String generation, long run, Tries tries) {
    return tries.make(() -> all(generation, run));
  }

  private synchronized List<Row> all(String generation, long run) {
    return List.copyOf(generations.getOrDefault(generation, Map.of()).getOrDefault(run, List.of()));
  }

  @Override
  public int chunksPerMerge() {
    return 2;
  }

  @Override
  public synchronized void drop(String generation) {
    generations.remove(generation);
  }
}
