package pagemark.benchmark.stack;

import static pagemark.benchmark.measure.Numbers.ratio;
import static pagemark.benchmark.measure.Numbers.text;

import java.util.ArrayList;
import java.util.List;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.stack.ShardedWrites.Outcome;
import pagemark.benchmark.store.EventBuffers;

/// Figures that others published, and ours of the same size beside them.
public final class PublicBenchmark implements Benchmark {
  @Override
  public About about() {
    return new About(
        "public",
        "Public figures at their size",
        "Buffers of PostgreSQL for ten events. The time of pages with three merged values and"
            + " without a filter, 1,000 of each, 20 at a time, by turns. Writes into one and 16"
            + " shards, SIMULATED: only the SDK's retry strategy and the partitions' keys are"
            + " real.",
        "what others published, of other machines and loads",
        "the same");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int events = effort.of(1_000_000, 1_000_000);
    recorder.setting("events", "%,d".formatted(events));
    var buffers = EventBuffers.measure(events);
    buffers.forEach(
        (way, found) -> recorder.figure("public.buffers." + way, "buffers, " + way, found));
    List<String> ours = new ArrayList<>(buffers.values().stream().map(n -> text(n)).toList());
    int items = Math.max(2_000, effort.of(10_000, 10_000));
    recorder.setting("items", "%,d".formatted(items));
    // 25 slices of 40 pages are 1,000 of each kind.
    Samples load = Rates.measured(LoadedStack.Kind.REDIS, items, 20, 25, recorder);
    ours.add(ratio(load.median()));
    ours.add(ratio(load.percentile(10)) + " to " + ratio(load.percentile(90)));
    // At the lower bursts one shard refuses as many attempts as was published.
    List<Outcome> like = writes(2_225, recorder);
    List<Outcome> more = writes(2_500, recorder);
    ours.add(text(like.getFirst().refused()) + " to " + text(like.getLast().refused()) + " %");
    ours.add(text(like.getFirst().p95()) + " to " + text(like.getLast().p95()) + " ms");
    ours.add(text(more.getFirst().p95()) + " to " + text(more.getLast().p95()) + " ms");
    List<String> columns = List.of("Figure", "theirs", "ours", "got by", "what differs");
    recorder.table(new Table("public.figures", about().title(), columns, rows(ours)));
  }

  private static List<List<String>> rows(List<String> ours) {
    return """
    buffers: all shards in one sort | 7,425 | %2$s | measured | queries unknown; table: %1$s
    page 10,001 by `OFFSET` | 7,431 | %3$s | measured | as above
    ten rows a shard, merged | 19 | %4$s | measured | as above
    page 10,001 by our index, merged | none | %5$s | measured |
    `ab -n 1000 -c 20`: 3 values to no filter | 0.34 | %6$s | measured | any page; %7$s
    throttled writes, 1 to 16 shards | 3.4 to 0.1 %% | %8$s | **simulated** | bursts chosen for it
    their p95 | 210 to 72 ms | %9$s | **simulated** | 5 ms assumed; 10 %% throttled: %10$s
    """
        .formatted(ours.toArray())
        .lines()
        .map(row -> List.of(row.split(" [|] ?", -1)))
        .toList();
  }

  /// Into one shard, and into 16.
  private static List<Outcome> writes(int burst, Recorder recorder) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int shards : List.of(1, 16)) {
      Outcome outcome = ShardedWrites.run(shards, burst);
      String id = "public.writes.%d.%d-shards.".formatted(burst, shards);
      recorder.figure(id + "refused", "SIMULATED: attempts refused in 100", outcome.refused());
      recorder.figure(id + "p95", "SIMULATED: p95 of writes, in ms", outcome.p95());
      outcomes.add(outcome);
    }
    return outcomes;
  }
}
