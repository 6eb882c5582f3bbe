package pagemark.benchmark.stack;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.stack.Dataset.Entry;
import pagemark.embedded.RedisServer;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.commands.SortedSetCommands;
import redis.clients.jedis.params.ZRangeParams;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The plain recipe, as blog posts have it: ZADD the id of each item under its sort value; for page
/// N, ZREVRANGE the item before it, and Query from its key. It trusts that Redis and DynamoDB order
/// equal sort values alike.
final class PlainRecipe {
  private static final int SIZE = 20;
  private static final int ROUNDS = 100;
  private static final Listed FEW_TIES = new Listed("up to 3 ties", "byLog", "at", Entry::at);

  private final DynamoDbClient dynamo;
  private final Dataset data;
  private final Recorder recorder;
  private final Map<String, Entry> entries = new HashMap<>();

  PlainRecipe(DynamoDbClient dynamo, Dataset data, Recorder recorder) {
    this.dynamo = dynamo;
    this.data = data;
    this.recorder = recorder;
    data.entries().forEach(entry -> entries.put(entry.id(), entry));
  }

  /// What is listed.
  private record Listed(String name, String index, String sort, ToIntFunction<Entry> value) {}

  void measure() throws Exception {
    List<List<String>> rows = new ArrayList<>();
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        Jedis redis = new Jedis(new HostAndPort(server.uri().getHost(), server.uri().getPort()))) {
      rows.add(row(redis, FEW_TIES));
      rows.add(row(redis, new Listed("giant ties", "byTier", "tier", Entry::tier)));
    }
    recorder.table(
        new Table(
            "pages.recipe",
            "The plain recipe: all pages of 20, first to last",
            List.of(
                "Items",
                "Pages",
                "wrong pages",
                "items shown twice",
                "items never shown",
                "ms p50 (no HTTP, no function)"),
            rows));
  }

  private List<String> row(Jedis redis, Listed listed) throws Exception {
    try (Pipeline pipeline = redis.pipelined()) {
      for (Entry entry : data.entries()) {
        pipeline.zadd(listed.sort(), listed.value().applyAsInt(entry), entry.id());
      }
    }
    int pages = (data.size() + SIZE - 1) / SIZE;
    Set<String> seen = new HashSet<>();
    int wrong = 0;
    int twice = 0;
    for (int number = 1; number <= pages; number++) {
      List<String> ids = page(redis, listed, number);
      int before = seen.size();
      seen.addAll(ids);
      int repeated = before + ids.size() - seen.size();
      twice += repeated;
      boolean isFull = ids.size() == Math.min(SIZE, data.size() - (number - 1) * SIZE);
      wrong += repeated > 0 || !isFull ? 1 : 0;
    }
    Samples millis = times(redis, listed, pages);
    recorder.runs("recipe, " + listed.name(), "ms", millis);
    recorder.figure(
        "pages.recipe.%s.wrong".formatted(listed.index().toLowerCase(Locale.ROOT)),
        "pages of the plain recipe that show an item again, %s, in percent"
            .formatted(listed.name()),
        100.0 * wrong / pages);
    return List.of(
        listed.name(),
        "%,d".formatted(pages),
        "%,d".formatted(wrong),
        "%,d".formatted(twice),
        "%,d".formatted(data.size() - seen.size()),
        Numbers.text(millis.median()));
  }

  private Samples times(Jedis redis, Listed listed, int pages) throws Exception {
    Random random = new Random(Dataset.SEED);
    Samples millis = new Samples();
    for (int round = 0; round < ROUNDS; round++) {
      int number = 1 + random.nextInt(pages);
      millis.add(Turns.millis(() -> page(redis, listed, number)));
    }
    return millis;
  }

  /// The ids of a page of the listing with few ties.
  ///
  /// @param redis has the ids in the set `at`
  List<String> page(SortedSetCommands redis, int number) {
    return page(redis, FEW_TIES, number);
  }

  private List<String> page(SortedSetCommands redis, Listed listed, int number) {
    Map<String, AttributeValue> after = null;
    if (number > 1) {
      int last = (number - 1) * SIZE - 1;
      String id =
          redis.zrange(listed.sort(), ZRangeParams.zrangeParams(last, last).rev()).getFirst();
      int value = listed.value().applyAsInt(entries.get(id));
      after =
          Map.of(
              "id",
              fromS(id),
              "log",
              fromS(Dataset.GROUP),
              listed.sort(),
              fromN(Integer.toString(value)));
    }
    Map<String, AttributeValue> start = after;
    return dynamo
        .query(
            query ->
                query
                    .tableName(Dataset.TABLE)
                    .indexName(listed.index())
                    .keyConditionExpression("#log = :log")
                    .expressionAttributeNames(Map.of("#log", "log"))
                    .expressionAttributeValues(Map.of(":log", fromS(Dataset.GROUP)))
                    .scanIndexForward(false)
                    .limit(SIZE)
                    .exclusiveStartKey(start))
        .items()
        .stream()
        .map(item -> item.getOrDefault("id", fromS("")).s())
        .toList();
  }
}
