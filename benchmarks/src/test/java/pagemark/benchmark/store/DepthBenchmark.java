package pagemark.benchmark.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
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
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Table;
import pagemark.embedded.DynamoDbLocal;
import pagemark.embedded.RedisServer;
import pagemark.entry.Cell;
import pagemark.entry.Position;
import pagemark.index.IndexStore;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/// What depth costs in each kind of index. All stores hold the same group, and their pages are
/// compared.
public final class DepthBenchmark implements Benchmark {
  private static final long SEED = 20_261_122;
  private static final List<Cell> WHOLE = List.of(Cell.WHOLE);
  private static final String ANYWHERE = "anywhere";

  private final Map<Long, List<Position>> expected = new HashMap<>();
  private final List<List<String>> pages = new ArrayList<>();
  private final List<List<String>> peers = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "depth",
        "A page at any depth",
        "Milliseconds of one call of the index for a page of 20 of one group, by the page's rank."
            + " The group was written by the index's own writer in order of time, with UUIDs as"
            + " keys. All stores must give the same positions. DynamoDB Local answers on the same"
            + " machine, and is no measure of DynamoDB's speed.",
        "Redis: ZREVRANGE by rank. SQL: a range read of the primary key from a known place"
            + " (keyset), which has no page numbers",
        "SQL: LIMIT and OFFSET over the same rows of the same table, and COUNT(*)");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int entries = effort.of(200_000, 10_000_000);
    recorder.setting("seed", SEED);
    recorder.setting("entries", "%,d".formatted(entries));
    try (RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore store = GroupFill.open(redis.uri().toString());
        PlainRange plain = new PlainRange(redis.uri())) {
      Filled filled = fill("Redis", store, entries, recorder);
      measure(filled, effort.of(100, 200), recorder);
      measureRange(plain, filled, recorder);
    }
    try (DynamoDbLocal dynamo = DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
        IndexStore store = GroupFill.open("dynamodb:depth?endpoint=" + dynamo.endpoint())) {
      measure(fill("DynamoDB Local", store, entries, recorder), effort.of(100, 200), recorder);
    }
    Databases.each(
        effort,
        recorder,
        (database, url) -> {
          try (IndexStore store = GroupFill.open(url);
              PlainTable plain = PlainTable.connect(url)) {
            Filled filled = fill(database, store, entries, recorder);
            plain.vacuum();
            measure(filled, effort.of(100, 200), recorder);
            measureSql(plain, filled, recorder);
          }
        });
    record(recorder);
  }

  /// A store with the group.
  private record Filled(String name, GroupFill group, int entries, double perSecond) {
    private Map<String, Long> ranks() {
      Map<String, Long> ranks = new LinkedHashMap<>();
      ranks.put("first", 0L);
      for (long rank = 100; rank < entries / 2; rank *= 10) {
        ranks.put("at %,d".formatted(rank), rank);
      }
      ranks.put("middle", entries / 2L);
      ranks.put("last", (long) entries - GroupFill.PAGE);
      return ranks;
    }
  }

  private static Filled fill(String name, IndexStore store, int entries, Recorder recorder) {
    GroupFill group = GroupFill.of(store, "all");
    double perSecond = group.fill(new PositionStream(new Random(SEED)), entries);
    recorder.figure(
        "depth.%s.fill".formatted(id(name)),
        name + ": entries per second, written in order of time, 10,000 a batch, without fences",
        perSecond);
    return new Filled(name, group, entries, perSecond);
  }

  private void measure(Filled store, int rounds, Recorder recorder) throws Exception {
    Random random = new Random(SEED);
    Turns turns = new Turns();
    store.ranks().forEach((name, rank) -> turns.add(name, () -> assertSame(store, rank)));
    long last = (long) store.entries() - GroupFill.PAGE;
    turns.add(ANYWHERE, () -> assertSame(store, random.nextLong(last)));
    turns.run(rounds / 3, rounds);
    recorder.runs(store.name() + ", ", turns);
    Samples anywhere = turns.millisOf(ANYWHERE);
    double ratio = turns.millisOf("last").median() / turns.millisOf("first").median();
    pages.add(
        List.of(
            store.name(),
            Numbers.text(turns.millisOf("first").median()),
            Numbers.text(turns.millisOf("middle").median()),
            Numbers.text(turns.millisOf("last").median()),
            Numbers.text(anywhere.median()),
            Numbers.text(anywhere.percentile(95)),
            Numbers.text(anywhere.percentile(99)),
            Numbers.ratio(ratio)));
    recorder.figure(
        "depth.%s.last-to-first".formatted(id(store.name())),
        store.name() + ": median time of the last page, by that of the first",
        ratio);
  }

  private void assertSame(Filled store, long rank) {
    List<Position> positions = store.group().page(WHOLE, rank, store.entries()).positions();
    if (!expected.computeIfAbsent(rank, _ -> positions).equals(positions)) {
      throw new IllegalStateException(store.name() + " has another page at " + rank);
    }
  }

  /// The floor in Redis.
  private void measureRange(PlainRange plain, Filled store, Recorder recorder) throws Exception {
    Turns turns = new Turns();
    store.ranks().forEach((name, rank) -> turns.add(name, () -> plain.page(rank)));
    turns.run(20, 60);
    recorder.runs("Redis ZREVRANGE, ", turns);
    peer("Redis", "ZREVRANGE (floor)", turns);
  }

  private void measureSql(PlainTable plain, Filled store, Recorder recorder) throws Exception {
    Turns offset = new Turns();
    Turns keyset = new Turns();
    String all = "group_id = 1 AND shard_id = 0";
    for (Map.Entry<String, Long> rank : store.ranks().entrySet()) {
      offset.add(rank.getKey(), () -> requireTwenty(plain.page(all, rank.getValue())));
      byte[] before = plain.page(all, Math.max(0, rank.getValue() - 1)).getFirst();
      keyset.add(rank.getKey(), () -> requireTwenty(plain.following(all, before)));
    }
    offset.run(1, 7);
    keyset.run(5, 30);
    recorder.runs(store.name() + " OFFSET, ", offset);
    recorder.runs(store.name() + " keyset, ", keyset);
    peer(store.name(), "LIMIT and OFFSET", offset);
    peer(store.name(), "keyset (floor)", keyset);
    totals(plain, store, all, recorder);
  }

  private void totals(PlainTable plain, Filled store, String all, Recorder recorder)
      throws Exception {
    Turns turns = new Turns().add("COUNT(*)", () -> requireCount(store, plain, all)).run(1, 7);
    recorder.runs(store.name() + ", ", turns);
    double count = turns.millisOf("COUNT(*)").median();
    peers.add(List.of(store.name(), "COUNT(*)", Numbers.text(count), "", "", ""));
  }

  private static void requireCount(Filled store, PlainTable plain, String all) throws Exception {
    long count = plain.number("SELECT COUNT(*) FROM pm_position WHERE " + all);
    if (count != store.entries()) {
      throw new IllegalStateException("COUNT(*) is " + count);
    }
  }

  private static void requireTwenty(List<byte[]> rows) {
    if (rows.size() != GroupFill.PAGE) {
      throw new IllegalStateException("%d rows".formatted(rows.size()));
    }
  }

  private void peer(String database, String pattern, Turns turns) {
    double first = turns.millisOf("first").median();
    double last = turns.millisOf("last").median();
    peers.add(
        List.of(
            database,
            pattern,
            Numbers.text(first),
            Numbers.text(turns.millisOf("middle").median()),
            Numbers.text(last),
            Numbers.ratio(last / first)));
  }

  private void record(Recorder recorder) {
    recorder.table(
        new Table(
            "depth.pages",
            "A page of 20 from the index, in milliseconds",
            List.of(
                "Index", "first", "middle", "last", "anywhere p50", "p95", "p99", "last / first"),
            pages));
    recorder.table(
        new Table(
            "depth.peers",
            "What the databases do by themselves, in milliseconds",
            List.of("Database", "Pattern", "first", "middle", "last", "last / first"),
            peers));
  }

  private static String id(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /// The index's own sorted set, read by ZREVRANGE.
  private static final class PlainRange implements AutoCloseable {
    private final Jedis redis;

    PlainRange(URI uri) {
      this.redis = new Jedis(new HostAndPort(uri.getHost(), uri.getPort()));
    }

    void page(long rank) {
      byte[] key = "pm:%s:{entries/all}:all".formatted(GroupFill.GENERATION).getBytes(UTF_8);
      int found = redis.zrevrangeWithScores(key, rank, rank + GroupFill.PAGE - 1).size();
      if (found < GroupFill.PAGE) {
        throw new IllegalStateException("%d entries at %d".formatted(found, rank));
      }
    }

    @Override
    public void close() {
      redis.close();
    }
  }
}
