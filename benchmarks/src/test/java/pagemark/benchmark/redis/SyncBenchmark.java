package pagemark.benchmark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.measure.Turns;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.store.GroupFill;
import pagemark.embedded.RedisServer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Sequence;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/// What a batch of the stream costs in Redis, by the number of groups that it is spread over.
public final class SyncBenchmark implements Benchmark {
  private static final long SEED = 20_260_303;
  private static final int BATCH = 1_000;
  private static final int[] GROUPS = {1, 10, 100, 1_000, 10_000};

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "sync",
        "Records of the stream into Redis",
        "Records per second in batches of 1,000, one round trip each, over groups drawn at random,"
            + " by the index's own writer. Each record checks and leaves a fence, and each batch"
            + " checks that Redis has not lost the last one. On a cluster, groups of different"
            + " slots cannot share a call.",
        "pipelined ZADD of the same entries, one a record, which keeps nothing that makes"
            + " a late or repeated record harmless",
        "the same");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    int batches = effort.of(20, 100);
    recorder.setting("seed", SEED);
    recorder.setting("batches a round", batches);
    recorder.setting("rounds", 5);
    for (int groups : GROUPS) {
      measure(groups, batches, recorder);
    }
    recorder.table(
        new Table(
            "sync.rates",
            "Records per second, by groups in the draw",
            List.of(
                "Groups",
                "Pagemark",
                "plain ZADD",
                "ratio",
                "script calls a batch",
                "server us a record",
                "of plain ZADD"),
            rows));
  }

  private record Row(String group, Entry entry) {}

  private void measure(int groups, int count, Recorder recorder) throws Exception {
    Samples plain = new Samples();
    Samples fenced = new Samples();
    Samples ours = new Samples();
    Samples plainServer = new Samples();
    double calls = 0;
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore store = GroupFill.open(server.uri().toString());
        Jedis redis = connect(server.uri())) {
      CommandStats stats = new CommandStats(redis);
      for (int round = -1; round < 5; round++) {
        List<List<Row>> batches = batches(new Random(SEED + round), groups, count);
        redis.flushAll();
        GroupFill.markReady(store);
        double begin = stats.processorSeconds();
        double zadd = Turns.millis(() -> zadd(redis, batches));
        double end = stats.processorSeconds();
        requireAll(redis, groups, count * BATCH);
        List<List<GroupWrite>> writes = writes(store, batches);
        PageIndexWriter writer = store.writer();
        stats.reset();
        double beginOurs = stats.processorSeconds();
        double apply =
            Turns.millis(
                () -> writes.forEach(batch -> GroupFill.requireApplied(writer.write(batch))));
        if (round >= 0) {
          plainServer.add((end - begin) * 1e6 / (count * BATCH));
          ours.add((stats.processorSeconds() - beginOurs) * 1e6 / (count * BATCH));
          calls = (double) stats.calls("evalsha") / count;
          plain.add(count * BATCH * 1e3 / zadd);
          fenced.add(count * BATCH * 1e3 / apply);
        }
      }
    }
    recorder.runs("%,d groups, server".formatted(groups), "us", ours);
    recorder.runs("%,d groups, server, plain ZADD".formatted(groups), "us", plainServer);
    record(groups, plain, fenced, calls, List.of(ours, plainServer), recorder);
  }

  private void record(
      int groups,
      Samples plain,
      Samples fenced,
      double calls,
      List<Samples> servers,
      Recorder recorder) {
    recorder.runs("%,d groups".formatted(groups), "records/s", fenced);
    recorder.runs("%,d groups, plain ZADD".formatted(groups), "records/s", plain);
    double ratio = fenced.median() / plain.median();
    rows.add(
        List.of(
            "%,d".formatted(groups),
            Numbers.text(fenced.median()),
            Numbers.text(plain.median()),
            Numbers.ratio(ratio),
            Numbers.text(calls),
            Numbers.text(servers.getFirst().median()),
            Numbers.text(servers.getLast().median())));
    recorder.figure(
        "sync.%d-groups".formatted(groups),
        "records per second by those of plain ZADD, %,d groups".formatted(groups),
        ratio,
        groups == 1_000 ? Figure.atLeast(0.2) : null);
    recorder.figure(
        "sync.%d-groups.rate".formatted(groups),
        "records per second, %,d groups".formatted(groups),
        fenced.median());
  }

  private static List<List<Row>> batches(Random random, int groups, int count) {
    List<List<Row>> batches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Row> batch = new ArrayList<>();
      for (int n = 0; n < BATCH; n++) {
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        Position position = new Position(random.nextInt(31_536_000), Bytes.utf8(id));
        batch.add(new Row("group" + random.nextInt(groups), new Entry(Cell.WHOLE, position)));
      }
      batches.add(batch);
    }
    return batches;
  }

  private static Jedis connect(URI redis) {
    return new Jedis(new HostAndPort(redis.getHost(), redis.getPort()));
  }

  private static void zadd(Jedis redis, List<List<Row>> batches) {
    for (List<Row> batch : batches) {
      try (Pipeline pipeline = new Pipeline(redis)) {
        for (Row row : batch) {
          Position position = row.entry().position();
          byte[] key = ("plain:" + row.group()).getBytes(UTF_8);
          pipeline.zadd(key, position.score(), position.member().toArray());
        }
        pipeline.sync();
      }
    }
  }

  private static void requireAll(Jedis redis, int groups, int records) {
    long added = IntStream.range(0, groups).mapToLong(n -> redis.zcard("plain:group" + n)).sum();
    if (added != records) {
      throw new IllegalStateException("ZADD added %d of %d".formatted(added, records));
    }
  }

  /// What the handler of the stream makes of its batches.
  private static List<List<GroupWrite>> writes(IndexStore store, List<List<Row>> batches) {
    List<List<GroupWrite>> all = new ArrayList<>();
    long sequence = 0;
    for (List<Row> batch : batches) {
      Map<String, List<Op>> groups = new LinkedHashMap<>();
      for (Row row : batch) {
        Sequence next = new Sequence("1%020d".formatted(++sequence));
        Bytes item = row.entry().position().member();
        groups
            .computeIfAbsent(row.group(), _ -> new ArrayList<>())
            .add(new Op(item, next, row.entry(), Set.of()));
      }
      List<GroupWrite> writes = new ArrayList<>();
      groups.forEach(
          (group, ops) -> writes.add(new GroupWrite(GroupFill.of(store, group).group(), ops)));
      all.add(writes);
    }
    return all;
  }
}
