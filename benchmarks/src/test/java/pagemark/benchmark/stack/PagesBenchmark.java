package pagemark.benchmark.stack;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.stack.LoadedStack.Kind;
import pagemark.benchmark.stack.PageClient.Page;

/// What pages take over HTTP, and what their peers take on the same table.
public final class PagesBenchmark implements Benchmark {
  /// Rounds that do not count. The index kinds come one after the other in one process, and the
  /// first one would be the slowest without them.
  private static final int WARM_UP = 100;

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "pages",
        "Pages of every kind",
        "Milliseconds, read units and items of pages at any depth, over HTTP against the whole"
            + " stack on this machine, with DynamoDB Local. Each page's items and total are"
            + " compared with the generated data. Read units are DynamoDB's own count for the"
            + " items, plus those of the index if it is in DynamoDB too.",
        "a Query of 20 items from a key that one happens to know: 1 request",
        "LastEvaluatedKey from page to page; and the plain recipe: a sorted set of ids, ZREVRANGE"
            + " for the item before the page, and its key as ExclusiveStartKey");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    Dataset data = Dataset.of(effort.of(10_000, 200_000));
    recorder.setting("seed", Dataset.SEED);
    recorder.setting("items", "%,d".formatted(data.size()));
    recorder.setting("listings", "" + Dataset.listings().byName().size());
    for (Kind kind : Kind.values()) {
      try (LoadedStack stack = LoadedStack.start(kind, Dataset.listings(), data.items());
          PageClient client = new PageClient(stack.url())) {
        Scenarios scenarios = new Scenarios(data);
        measure(kind, scenarios.all(), client, effort, recorder);
        if (kind == Kind.REDIS) {
          new Rates(client, stack, data, scenarios, recorder).measure(effort.of(200, 400));
          new Chain(stack.dynamo(), data, recorder).measure();
          new PlainRecipe(stack.dynamo(), data, recorder).measure();
        }
      }
    }
    recorder.table(
        new Table(
            "pages.scenarios",
            "Pages, in milliseconds and DynamoDB's read units",
            List.of(
                "Scenario", "Index", "p50", "p95", "p99", "read units", "items read and left out"),
            rows));
  }

  /// What a scenario took.
  private static final class Taken {
    private final Samples millis = new Samples();
    private final Samples units = new Samples();
    private final Samples leftOut = new Samples();
  }

  /// All scenarios in turn.
  private void measure(
      Kind kind, List<Scenario> scenarios, PageClient client, Effort effort, Recorder recorder)
      throws Exception {
    int warmUp = effort.of(WARM_UP, WARM_UP);
    int rounds = effort.of(100, 300);
    Random random = new Random(Dataset.SEED);
    Map<Scenario, Taken> taken = new LinkedHashMap<>();
    scenarios.forEach(scenario -> taken.put(scenario, new Taken()));
    for (int round = -warmUp; round < rounds; round++) {
      for (Map.Entry<Scenario, Taken> each : taken.entrySet()) {
        Scenario scenario = each.getKey();
        int number = scenario.any(random);
        String request = scenario.request(number);
        long begin = System.nanoTime();
        HttpResponse<String> response = client.get(request);
        double millis = (System.nanoTime() - begin) / 1e6;
        Page page = PageClient.page(response);
        scenario.requireRight(number, page);
        if (round >= 0) {
          Taken to = each.getValue();
          to.millis.add(millis);
          to.units.add(page.cost("read-units") + page.cost("index-read-units"));
          to.leftOut.add(page.cost("discarded"));
        }
      }
    }
    taken.forEach((scenario, took) -> record(kind, scenario, took, recorder));
  }

  private void record(Kind kind, Scenario scenario, Taken took, Recorder recorder) {
    String name = "%s, %s".formatted(kind.title, scenario.name());
    recorder.runs(name, "ms", took.millis);
    rows.add(
        List.of(
            scenario.name(),
            kind.title,
            Numbers.text(took.millis.median()),
            Numbers.text(took.millis.percentile(95)),
            Numbers.text(took.millis.percentile(99)),
            Numbers.text(took.units.mean()),
            Numbers.text(took.leftOut.mean())));
    if (scenario.name().equals("page number")) {
      recorder.figure(
          "pages.%s.units".formatted(id(kind)),
          "read units of a page of 20 at any depth, index in " + kind.title,
          took.units.mean());
    }
  }

  private static String id(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
