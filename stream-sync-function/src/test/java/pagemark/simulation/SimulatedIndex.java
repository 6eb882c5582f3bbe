package pagemark.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.index.Turns;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.index.rows.Row;
import pagemark.index.rows.RowRuns;
import pagemark.simulation.Faults.Fault;

/// A process' writer behind a network. Calls are I/Os, and groups are applied in any order.
/// Requests and replies are lost, or arrive late, even after their sender has ended.
///
/// @param index the process' own writer
/// @param unheard makes a writer whose replies are lost
/// @param late the delayed requests of all processes
record SimulatedIndex(
    PageIndexWriter index,
    Supplier<PageIndexWriter> unheard,
    Turns scheduler,
    Faults faults,
    Random random,
    List<GroupWrite> late)
    implements PageIndexWriter {

  SimulatedIndex(Supplier<PageIndexWriter> writers, Turns scheduler, Faults faults, Random random) {
    this(writers.get(), writers, scheduler, faults, random, new ArrayList<>());
  }

  /// The writer of another process.
  SimulatedIndex other() {
    return new SimulatedIndex(unheard.get(), unheard, scheduler, faults, random, late);
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, writes.size()).boxed().toList());
    Collections.shuffle(order, random);
    WriteResult[] results = new WriteResult[writes.size()];
    for (int i : order) {
      scheduler.park();
      results[i] = write(writes.get(i));
    }
    scheduler.park();
    return Arrays.asList(results);
  }

  private WriteResult write(GroupWrite write) {
    if (faults.happens(Fault.CRASH, 120)) {
      scheduler.kill();
    }
    if (faults.happens(Fault.REQUEST_LOST, 25)) {
      return failed();
    }
    if (faults.happens(Fault.REQUEST_LATE, 30)) {
      late.add(write);
      return failed();
    }
    if (faults.happens(Fault.REPLY_LOST, 25)) {
      unheard.get().write(List.of(write));
      return failed();
    }
    return index.write(List.of(write)).getFirst();
  }

  private static WriteResult failed() {
    return new WriteResult.Failed(new IndexException.Unavailable("connection reset", null));
  }

  /// Applies one of the late requests.
  void deliverLate() {
    if (!late.isEmpty()) {
      unheard.get().write(List.of(late.remove(random.nextInt(late.size()))));
    }
  }

  void deliverAll() {
    while (!late.isEmpty()) {
      deliverLate();
    }
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    scheduler.park();
    List<LookResult> results = index.look(looks);
    scheduler.park();
    return faults.happens(Fault.REPLY_LOST, 60)
        ? looks.stream().<LookResult>map(look -> lookFailed()).toList()
        : results;
  }

  private static LookResult lookFailed() {
    return new LookResult.Failed(new IndexException.Unavailable("connection reset", null));
  }

  @Override
  public Optional<RowRuns> rowRuns() {
    return index.rowRuns().map(runs -> new SimulatedRuns(runs, scheduler, faults));
  }

  @Override
  public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    scheduler.park();
    return index.sweep(generation, position, hasTime);
  }

  @Override
  public Optional<Witnesses> witnesses() {
    return index.witnesses();
  }

  @Override
  public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    return index.refusal(group, item, entry);
  }

  @Override
  public Optional<String> refusal(int cells) {
    return index.refusal(cells);
  }

  @Override
  public Duration sweepPause() {
    return index.sweepPause();
  }

  /// Each slot may come back alone.
  @Override
  public String part(GroupRef group) {
    return Integer.toString(InMemoryIndex.slotNumber(group));
  }

  @Override
  public Instant time() {
    scheduler.park();
    return index.time();
  }

  /// The sorted runs of a rebuild behind a network: calls are I/Os, requests and replies are lost,
  /// and processes are killed between them.
  private record SimulatedRuns(RowRuns runs, Turns scheduler, Faults faults) implements RowRuns {
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
}
