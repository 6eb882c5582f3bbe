package pagemark.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.redis.BytesBenchmark;
import pagemark.benchmark.redis.FilterBenchmark;
import pagemark.benchmark.redis.SyncBenchmark;
import pagemark.benchmark.report.Documents;
import pagemark.benchmark.report.ResultFile;
import pagemark.benchmark.result.Finding;
import pagemark.benchmark.result.Result;
import pagemark.benchmark.stack.ColdStartBenchmark;
import pagemark.benchmark.stack.PagesBenchmark;
import pagemark.benchmark.stack.PublicBenchmark;
import pagemark.benchmark.stack.RebuildBenchmark;
import pagemark.benchmark.store.DepthBenchmark;
import pagemark.benchmark.store.HalfBillionBenchmark;
import pagemark.benchmark.store.SqlBatchBenchmark;
import pagemark.benchmark.store.StoredBytesBenchmark;

/// Runs benchmarks and writes the result: `mvn -Pbenchmark`.
public final class Benchmarks {
  static final Path ROOT = Path.of(System.getProperty("pagemark.root", ".."));

  private Benchmarks() {}

  /// All of them, in the order in which they run and are reported.
  static List<Benchmark> all() {
    return List.of(
        new DepthBenchmark(),
        new FilterBenchmark(),
        new SyncBenchmark(),
        new SqlBatchBenchmark(),
        new BytesBenchmark(),
        new StoredBytesBenchmark(),
        new PagesBenchmark(),
        new RebuildBenchmark(),
        new ColdStartBenchmark());
  }

  /// With those that run only if they are named.
  static List<Benchmark> named() {
    return Stream.concat(
            all().stream(), Stream.of(new HalfBillionBenchmark(), new PublicBenchmark()))
        .toList();
  }

  /// @param args `short` or `thorough`; the names of the benchmarks, with spaces or commas between
  ///   them, none for all; or `documents`, to write what is checked in into the documents
  public static void main(String[] args) throws Exception {
    if (args.length > 1 && args[1].equals("documents")) {
      Documents.write(ROOT);
      return;
    }
    List<Benchmark> chosen;
    try {
      chosen = chosen(args.length > 1 ? args[1] : "");
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(1);
      return;
    }
    measure(args[0], chosen);
    System.exit(0);
  }

  private static void measure(String set, List<Benchmark> chosen) throws Exception {
    Effort effort = Effort.valueOf(set.toUpperCase(Locale.ROOT));
    Instant at = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long begin = System.nanoTime();
    List<Finding> findings = new ArrayList<>();
    for (Benchmark benchmark : chosen) {
      findings.add(run(benchmark, effort));
    }
    Result result =
        new Result(
            Setting.commit(ROOT),
            at,
            set,
            Setting.machine(),
            Setting.versions(),
            seconds(begin),
            findings);
    write(result);
  }

  static Finding run(Benchmark benchmark, Effort effort) throws Exception {
    System.out.println("\n" + benchmark.about().title());
    Recorder recorder = new Recorder(benchmark.about(), System.out::println);
    long begin = System.nanoTime();
    benchmark.run(effort, recorder);
    double seconds = seconds(begin);
    System.out.println("took " + Numbers.text(seconds) + " s");
    return recorder.finding(seconds);
  }

  private static double seconds(long beginNanos) {
    return (System.nanoTime() - beginNanos) / 1e9;
  }

  static List<Benchmark> chosen(String names) {
    Set<String> wanted = new TreeSet<>(List.of(names.trim().split("[ ,]+")));
    wanted.remove("");
    if (wanted.isEmpty()) {
      return all();
    }
    List<Benchmark> chosen =
        named().stream().filter(each -> wanted.remove(each.about().id())).toList();
    if (!wanted.isEmpty()) {
      throw new IllegalArgumentException(
          "no benchmark is called %s. Benchmarks: %s"
              .formatted(
                  String.join(", ", wanted),
                  named().stream()
                      .map(each -> each.about().id())
                      .collect(Collectors.joining(", "))));
    }
    return chosen;
  }

  private static void write(Result result) throws IOException {
    Path folder = Files.createDirectories(ROOT.resolve("benchmarks/target/report"));
    ResultFile.write(result, folder.resolve("result.json"));
    System.out.printf("%n%s seconds in all. %s%n", Numbers.text(result.seconds()), folder.toUri());
  }
}
