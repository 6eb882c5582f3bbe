package pagemark.benchmark.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;

/// What the parts take that run once for each item or cursor, by JMH.
public final class PartsBenchmark implements Benchmark {
  private static final Map<String, List<String>> PARTS =
      Map.of(
          "itemByInteger", List.of("item to position, sorted by an integer", "itemTexts"),
          "itemByTime", List.of("item to position, sorted by a time", "itemTexts"),
          "itemByText", List.of("item to position, sorted by a text", "itemTexts"),
          "sealCursor", List.of("cursor sealed", "aesGcm"),
          "openCursor", List.of("cursor opened", "aesGcm"));

  @Override
  public About about() {
    return new About(
        "parts",
        "Parts in one process",
        "Nanoseconds by JMH, in one thread, of what happens once for each item of a batch or"
            + " cursor of a page. A page has two cursors.",
        "items: their texts as bytes",
        "cursors: 64 bytes by the JDK's AES-256-GCM, which needs a nonce that never repeats");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    Options options =
        new OptionsBuilder()
            .include("^" + Parts.class.getName() + "\\.")
            .forks(effort.of(1, 5))
            .warmupIterations(effort.of(6, 6))
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(effort.of(4, 10))
            .measurementTime(TimeValue.seconds(1))
            .jvmArgsAppend("--sun-misc-unsafe-memory-access=allow")
            .verbosity(VerboseMode.SILENT)
            .build();
    recorder.setting("forks", effort.of(1, 5));
    recorder.setting("iterations", "%d of 1 s".formatted(effort.of(4, 10)));
    Map<String, Samples> times = times(new Runner(options).run());
    times.forEach((name, samples) -> recorder.runs(name, "ns", samples));
    List<List<String>> rows = new ArrayList<>();
    PARTS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(part -> rows.add(row(part.getKey(), part.getValue(), times)));
    recorder.table(
        new Table(
            "parts.nanos",
            "Nanoseconds",
            List.of("Part", "median", "smallest", "largest", "floor or baseline", "ratio"),
            rows));
  }

  private static Map<String, Samples> times(Collection<RunResult> results) {
    Map<String, Samples> times = new TreeMap<>();
    for (RunResult result : results) {
      String name = result.getParams().getBenchmark().replaceFirst(".*\\.", "");
      Samples samples = times.computeIfAbsent(name, _ -> new Samples());
      for (BenchmarkResult fork : result.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          samples.add(iteration.getPrimaryResult().getScore());
        }
      }
    }
    return times;
  }

  private static List<String> row(String name, List<String> part, Map<String, Samples> times) {
    Samples ours = times.getOrDefault(name, new Samples());
    double peer = times.getOrDefault(part.getLast(), new Samples()).median();
    return List.of(
        part.getFirst(),
        Numbers.text(ours.median()),
        Numbers.text(ours.percentile(0)),
        Numbers.text(ours.percentile(100)),
        Numbers.text(peer),
        Numbers.ratio(ours.median() / peer));
  }
}
