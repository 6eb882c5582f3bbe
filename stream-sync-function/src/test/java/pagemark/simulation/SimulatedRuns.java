package pagemark.simulation;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import pagemark.index.IndexException;
import pagemark.index.Turns;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.simulation.Faults.Fault;

/// The sorted runs of a rebuild behind a network: calls are I/Os, requests and replies are lost,
/// and processes are killed between them.
record SimulatedRuns(RowRuns runs, Turns scheduler, Faults faults) implements RowRuns {
  @Override
  public void write(String generation, long run, Iterator<Row> rows, Tries tries) {
    runs.write(
        generation,
        run,
        rows,
        new Tries() {
          @Override
          public <T> T make(Supplier<T> call) {
            return tries.make(() -> written(call));
          }
        });
  }

  private <T> T written(Supplier<T> call) {
    scheduler.park();
    failSometimes(Fault.REQUEST_LOST);
    T reply = call.get();
    faults.count(Fault.RUN_WRITTEN);
    if (faults.happens(Fault.CRASH, 40)) {
      scheduler.kill();
    }
    scheduler.park();
    failSometimes(Fault.REPLY_LOST);
    return reply;
  }

  private void failSometimes(Fault fault) {
    if (faults.happens(fault, 40)) {
      throw new IndexException.Unavailable("connection reset", null);
    }
  }

  @Override
  public Optional<Chunk> read(String generation, long run, int chunk) {
    scheduler.park();
    failSometimes(Fault.REPLY_LOST);
    if (faults.happens(Fault.CRASH, 100)) {
      scheduler.kill();
    }
    scheduler.park();
    return runs.read(generation, run, chunk);
  }

  @Override
  public List<Row> outline(String generation, long run, Tries tries) {
    return tries.make(
        () -> {
          scheduler.park();
          failSometimes(Fault.REPLY_LOST);
          return runs.outline(generation, run, Supplier::get);
        });
  }

  @Override
  public int chunksPerMerge() {
    return runs.chunksPerMerge();
  }

  @Override
  public long batchBytes() {
    return runs.batchBytes();
  }

  @Override
  public int chunkBytes() {
    return runs.chunkBytes();
  }

  @Override
  public void drop(String generation) {
    scheduler.park();
    failSometimes(Fault.REPLY_LOST);
    runs.drop(generation);
  }
}
