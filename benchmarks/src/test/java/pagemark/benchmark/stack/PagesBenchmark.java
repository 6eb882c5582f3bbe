package pagemark.benchmark.stack;

import static pagemark.benchmark.measure.Numbers.text;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.stack.LoadedStack.Kind;
import pagemark.benchmark.stack.PageClient.Page;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// What pages take over HTTP, and what their peers take on the same table.
public final class PagesBenchmark implements Benchmark {
  /// Rounds that do not count. The index kinds come one after the other in one process, and the
  /// first one would be the slowest without them.
  private static final int WARM_UP = 100;

  /// With fewer, a page of a rare value is not full.
  private static final int ITEMS_MIN = 20 * Dataset.RARE_EVERY;

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
    Dataset data = Dataset.of(Math.max(ITEMS_MIN, effort.of(10_000, 200_000)));
    recorder.setting("seed", Dataset.SEED);
    recorder.setting("items", "%,d".formatted(data.size()));
    recorder.setting("listings", "" + Dataset.listings().byName().size());
    for (Kind kind : Kind.values()) {
      try (LoadedStack stack = LoadedStack.start(kind, Dataset.listings(), data.items());
          PageClient client = new PageClient(stack.url())) {
        Scenarios scenarios = new Scenarios(data);
        measure(kind, scenarios.all(), client, effort, recorder);
        Rates rates = new Rates(kind, client, stack, data, scenarios, recorder, 4);
        int slices = effort.of(300, 300);
        if (kind == Kind.DYNAMODB) {
          rates.measure(slices);
        } else {
          rates.measureWithPeers(slices);
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

  /// Page N by DynamoDB alone: one Query after another, each from the last one's LastEvaluatedKey.
  private static final class Chain {
    private static final int SIZE = 20;
    private static final int ROUNDS = 5;

    /// A page is not read again once its reads took so many milliseconds: the last one of 200,000
    /// items takes minutes.
    private static final double MILLIS_MAX = 20_000;

    private final DynamoDbClient dynamo;
    private final Dataset data;
    private final Recorder recorder;

    Chain(DynamoDbClient dynamo, Dataset data, Recorder recorder) {
      this.dynamo = dynamo;
      this.data = data;
      this.recorder = recorder;
    }

    /// What reading up to a page took.
    private record Cost(int requests, int items, double units, double millis) {}

    void measure() {
      List<List<String>> rows = new ArrayList<>();
      for (int number = 1; number <= data.size() / SIZE; number *= 10) {
        rows.add(row("Limit 20", number, SIZE));
        rows.add(row("all that a request holds", number, null));
      }
      recorder.table(
          new Table(
              "pages.chain",
              "Page N of 20 by LastEvaluatedKey alone",
              List.of("Requests of", "Page", "requests", "items read", "read units", "ms"),
              rows));
    }

    /// @param limit of each Query; null for the items that are left, of which a request holds 1 MB
    private List<String> row(String name, int number, @Nullable Integer limit) {
      Samples millis = new Samples();
      Cost cost;
      double spent = 0;
      do {
        cost = read(number, limit);
        millis.add(cost.millis());
        spent += cost.millis();
      } while (millis.all().size() < ROUNDS && spent < MILLIS_MAX);
      recorder.runs("%s, page %d".formatted(name, number), "ms", millis);
      if (limit != null) {
        recorder.figure(
            "pages.chain.%d.units".formatted(number),
            "read units to page %d of 20 by LastEvaluatedKey alone".formatted(number),
            cost.units());
      }
      return List.of(
          name,
          "%,d".formatted(number),
          "%,d".formatted(cost.requests()),
          "%,d".formatted(cost.items()),
          text(cost.units()),
          text(millis.median()));
    }

    private Cost read(int number, @Nullable Integer limit) {
      long begin = System.nanoTime();
      int requests = 0;
      int items = 0;
      double units = 0;
      Map<String, AttributeValue> after = Map.of();
      while (items < number * SIZE) {
        QueryResponse response =
            dynamo.query(query(after, limit == null ? number * SIZE - items : limit));
        requests++;
        items += response.count();
        units += response.consumedCapacity().capacityUnits();
        after = response.lastEvaluatedKey();
        if (after.isEmpty() && items < number * SIZE) {
          throw new IllegalStateException("%d items".formatted(items));
        }
      }
      return new Cost(requests, items, units, (System.nanoTime() - begin) / 1e6);
    }

    private static QueryRequest query(Map<String, AttributeValue> after, int limit) {
      return QueryRequest.builder()
          .tableName(Dataset.TABLE)
          .indexName("byLog")
          .keyConditionExpression("#log = :log")
          .expressionAttributeNames(Map.of("#log", "log"))
          .expressionAttributeValues(Map.of(":log", AttributeValue.fromS(Dataset.GROUP)))
          .scanIndexForward(false)
          .limit(limit)
          .exclusiveStartKey(after.isEmpty() ? null : after)
          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
          .build();
    }
  }
}
