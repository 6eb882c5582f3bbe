package pagemark.benchmark.stack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.embedded.RedisServer;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.ZRangeParams;

/// Pages per second by some clients: without a filter, with three merged values, with a rare value;
/// those of the plain recipe, which makes a union for each filtered page; and the calls of DynamoDB
/// alone. They take turns in short slices, and a ratio is the median of those of neighbours: slices
/// of one kind differ by a fifth, so two long ones say little.
final class Rates {
  private static final int SLICE_PAGES = 40;
  private static final int SIZE = 20;

  /// The set of all ids, by the attribute `at`.
  private static final String ALL = "at";

  private static final String PLAIN = "no filter";
  private static final String MERGED = "3 merged values";
  private static final String RARE = "a value of 1 in 100";
  private static final String PLAIN_RECIPE = "recipe, no filter";
  private static final String QUERY = "Query of 20 alone (floor)";
  private static final String FILTERED_QUERY = "Query of 33, filtered to 3 values (floor)";
  private static final String BATCH = "BatchGetItem of 20 alone (floor)";

  private final PageClient client;
  private final BareCalls calls;
  private final PlainRecipe recipe;
  private final Dataset data;
  private final Scenarios scenarios;
  private final Recorder recorder;
  private final LoadedStack.Kind kind;
  private final int clients;
  private final Random random = new Random(Dataset.SEED);

  Rates(
      LoadedStack.Kind kind,
      PageClient client,
      LoadedStack stack,
      Dataset data,
      Scenarios scenarios,
      Recorder recorder,
      int clients) {
    this.kind = kind;
    this.clients = clients;
    this.client = client;
    this.calls = new BareCalls(stack.dynamo(), data, SIZE);
    this.recipe = new PlainRecipe(stack.dynamo(), data, recorder);
    this.data = data;
    this.scenarios = scenarios;
    this.recorder = recorder;
  }

  /// Pages of Pagemark alone, from a stack of their own.
  ///
  /// @param items how many the table has
  /// @param slices of each kind of page
  /// @return the rate of three merged values, by that of no filter, of each slice
  static Samples measured(
      LoadedStack.Kind kind, int items, int clients, int slices, Recorder recorder)
      throws Exception {
    Dataset data = Dataset.of(items);
    try (LoadedStack stack = LoadedStack.start(kind, Dataset.listings(), data.items());
        PageClient client = new PageClient(stack.url())) {
      return new Rates(kind, client, stack, data, new Scenarios(data), recorder, clients)
          .measure(slices);
    }
  }

  /// One page of some kind. Make its scenario before the clock starts: that sorts all items.
  @FunctionalInterface
  private interface AnyPage {
    void read(int random) throws Exception;
  }

  /// Pages of Pagemark alone.
  ///
  /// @param slices of each kind of page
  /// @return the rate of three merged values, by that of no filter, of each slice
  Samples measure(int slices) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      Map<String, Samples> rates = rates(ours(), slices, threads);
      record(rates);
      return ratios(rates, MERGED, PLAIN);
    }
  }

  /// Pages of Pagemark, then what its peers take, by a third of the turns.
  void measureWithPeers(int slices) throws Exception {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        RedisClient redis = RedisClient.create(server.uri().toString());
        ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      data.entries()
          .forEach(entry -> redis.zadd("rating:" + entry.rating(), entry.at(), entry.id()));
      data.entries().forEach(entry -> redis.zadd(ALL, entry.at(), entry.id()));
      Map<String, AnyPage> kinds = new LinkedHashMap<>();
      kinds.put(PLAIN_RECIPE, any -> recipe(redis, any));
      kinds.put("recipe, 3 merged values", any -> recipeOfUnion(redis, any));
      kinds.put(QUERY, calls::query);
      kinds.put(FILTERED_QUERY, calls::filtered);
      kinds.put(BATCH, calls::distant);
      Map<String, Samples> rates = rates(ours(), slices, threads);
      rates.putAll(rates(kinds, Math.ceilDiv(slices, 3), threads));
      record(rates);
    }
  }

  private Map<String, AnyPage> ours() {
    Map<String, AnyPage> kinds = new LinkedHashMap<>();
    kinds.put(PLAIN, ours(scenarios.plain()));
    kinds.put(MERGED, ours(scenarios.threeValues()));
    kinds.put(RARE, ours(scenarios.rareValue()));
    return kinds;
  }

  private Map<String, Samples> rates(
      Map<String, AnyPage> kinds, int slices, ExecutorService threads) throws Exception {
    Map<String, Samples> rates = new LinkedHashMap<>();
    int warmUp = Math.ceilDiv(slices, 5);
    for (int round = -warmUp; round < slices; round++) {
      for (Map.Entry<String, AnyPage> page : kinds.entrySet()) {
        double rate = rate(page.getValue(), threads);
        if (round >= 0) {
          rates.computeIfAbsent(page.getKey(), _ -> new Samples()).add(rate);
        }
      }
    }
    return rates;
  }

  private double rate(AnyPage page, ExecutorService threads) throws Exception {
    List<Callable<@Nullable Void>> calls = new ArrayList<>();
    for (int i = 0; i < SLICE_PAGES; i++) {
      int any = random.nextInt(Integer.MAX_VALUE);
      calls.add(
          () -> {
            page.read(any);
            return null;
          });
    }
    long begin = System.nanoTime();
    for (Future<@Nullable Void> answer : threads.invokeAll(calls)) {
      answer.get();
    }
    return SLICE_PAGES * 1e9 / (System.nanoTime() - begin);
  }

  private AnyPage ours(Scenario scenario) {
    return any -> {
      int number = 1 + any % scenario.pages();
      scenario.requireRight(number, client.page(scenario.request(number)));
    };
  }

  /// A page without a filter, by the key of the item before it. Ties may make it short.
  private void recipe(RedisClient redis, int any) {
    int number = 1 + Math.toIntExact(any % (redis.zcard(ALL) / SIZE));
    if (recipe.page(redis, number).isEmpty()) {
      throw new IllegalStateException("page %d is empty".formatted(number));
    }
  }

  /// A page of three ratings: a union of their sets, and the items by their keys.
  private void recipeOfUnion(RedisClient redis, int any) {
    String union = "union" + any;
    redis.zunionstore(union, "rating:1", "rating:4", "rating:5");
    int from = Math.toIntExact(any % (redis.zcard(union) / SIZE) * SIZE);
    List<String> ids = redis.zrange(union, ZRangeParams.zrangeParams(from, from + SIZE - 1).rev());
    redis.unlink(union);
    calls.items(ids);
  }

  private void record(Map<String, Samples> rates) {
    boolean isRedis = kind == LoadedStack.Kind.REDIS;
    String of = isRedis ? "pages.rate" : "pages.dynamodb.rate";
    List<List<String>> rows = new ArrayList<>();
    rates.forEach(
        (name, samples) -> {
          recorder.runs("rate, %s, %s".formatted(kind.title, name), "pages/s", samples);
          Samples ratios = ratios(rates, name, baseOf(name));
          rows.add(
              List.of(
                  name,
                  Numbers.text(samples.median()),
                  Numbers.ratio(ratios.median()),
                  "%s-%s"
                      .formatted(
                          Numbers.ratio(ratios.percentile(10)),
                          Numbers.ratio(ratios.percentile(90)))));
        });
    figure(of + ".three-values", MERGED, rates, 0.95);
    figure(of + ".rare-value", RARE, rates, 0.8);
    recorder.table(
        new Table(
            isRedis ? "pages.rates" : "pages.dynamodb.rates",
            "Pages per second by %d clients, index in %s; the recipe without HTTP and function"
                .formatted(clients, kind.title),
            List.of("Pages", "a second", "to no filter", "8 slices in 10"),
            rows));
  }

  private void figure(String id, String name, Map<String, Samples> rates, double aim) {
    recorder.figure(
        id,
        "pages a second of %s, by those of %s, index in %s".formatted(name, PLAIN, kind.title),
        ratios(rates, name, PLAIN).median(),
        Figure.atLeast(aim));
  }

  private static String baseOf(String name) {
    String page = name.startsWith("recipe") ? PLAIN_RECIPE : PLAIN;
    return name.endsWith("(floor)") ? QUERY : page;
  }

  /// The rate of each slice of `name`, divided by that of `base` in the same turn.
  private static Samples ratios(Map<String, Samples> rates, String name, String base) {
    List<Double> over = rates.getOrDefault(name, new Samples()).all();
    List<Double> under = rates.getOrDefault(base, new Samples()).all();
    Samples ratios = new Samples();
    for (int i = 0; i < over.size(); i++) {
      ratios.add(over.get(i) / under.get(i));
    }
    return ratios;
  }
}
