package pagemark.benchmark.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.deploy.DeployedFunction;
import pagemark.runtime.ColdStarts;
import pagemark.runtime.ColdStarts.Times;

/// What a cold start costs: the packaged API function on Lambda's own Java runtime. The property
/// `benchmark.java` names other JVMs for it, which benchmarks/jvms makes.
public final class ColdStartBenchmark implements Benchmark {
  private static final String EMPTY = "empty handler";
  private static final String ONE_CALL = "handler with one call";

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "cold-start",
        "A cold start",
        "Milliseconds from the start of the process to its request for the first event"
            + " (initialisation), and from that event to its answer, a page. The function is run"
            + " as it is packaged, on Lambda's own Java runtime, with the JVM options that Lambda"
            + " sets, without SnapStart, on this machine.",
        "a handler that holds one DynamoDB client and does nothing with it",
        "a handler that makes one DynamoDB call");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int rounds = effort.of(7, 30);
    recorder.setting("starts of each", rounds);
    try (ColdStarts starts = new ColdStarts()) {
      Path jar = DeployedFunction.named("ApiFunction").jar();
      starts.addEmpty("empty", false, ColdStarts.JAVA);
      starts.addEmpty("one-call", true, ColdStarts.JAVA);
      starts.addApi("api", jar, ColdStarts.JAVA);
      List<String> others = new ArrayList<>();
      for (Path java : named("benchmark.java")) {
        others.add("" + java.getFileName());
        starts.addApi(others.getLast(), jar, java);
      }
      for (Path other : named("benchmark.api")) {
        others.add("other");
        starts.addApi("other", other, ColdStarts.JAVA);
      }
      starts.measure(1);
      Map<String, List<Times>> times = starts.measure(rounds);
      record(recorder, EMPTY, times.getOrDefault("empty", List.of()), times);
      record(recorder, ONE_CALL, times.getOrDefault("one-call", List.of()), times);
      record(recorder, "API function", times.getOrDefault("api", List.of()), times);
      for (String other : others) {
        record(recorder, "API function: " + other, times.getOrDefault(other, List.of()), times);
      }
    }
    recorder.table(
        new Table(
            "cold-start.times",
            "Milliseconds, p50",
            List.of(
                "Function",
                "initialisation",
                "first answer",
                "together",
                "to empty",
                "to one call"),
            rows));
  }

  /// The files that a property names, with commas between them.
  private static List<Path> named(String property) {
    String files = System.getProperty(property, "");
    return files.isEmpty() ? List.of() : Stream.of(files.split(",")).map(Path::of).toList();
  }

  private void record(
      Recorder recorder, String name, List<Times> times, Map<String, List<Times>> all) {
    double together = samples(recorder, name, "together", Times::sum, times).median();
    double toEmpty = together / of(all, "empty");
    double toOneCall = together / of(all, "one-call");
    rows.add(
        List.of(
            name,
            Numbers.text(samples(recorder, name, "initialisation", Times::init, times).median()),
            Numbers.text(samples(recorder, name, "first answer", Times::first, times).median()),
            Numbers.text(together),
            Numbers.ratio(toEmpty),
            Numbers.ratio(toOneCall)));
    if (name.equals("API function")) {
      recorder.figure(
          "cold-start.to-empty",
          "start and first answer of the API function, by those of an empty handler",
          toEmpty,
          Figure.atMost(1.3));
      recorder.figure(
          "cold-start.to-one-call",
          "start and first answer of the API function, by those of a handler with one call",
          toOneCall);
    }
  }

  private static double of(Map<String, List<Times>> all, String name) {
    Samples samples = new Samples();
    all.getOrDefault(name, List.of()).forEach(times -> samples.add(times.sum()));
    return samples.median();
  }

  private static Samples samples(
      Recorder recorder, String name, String part, ToDoubleFunction<Times> of, List<Times> times) {
    Samples samples = new Samples();
    times.forEach(each -> samples.add(of.applyAsDouble(each)));
    recorder.runs(name + ", " + part, "ms", samples);
    return samples;
  }
}
