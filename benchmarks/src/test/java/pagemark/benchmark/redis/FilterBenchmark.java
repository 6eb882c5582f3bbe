package pagemark.benchmark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.Benchmark;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.measure.Recorder;
import pagemark.benchmark.measure.Samples;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Table;
import pagemark.benchmark.store.GroupFill;
import pagemark.embedded.RedisServer;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.IndexStore;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.params.ZRangeParams;

/// What a page of several cells costs the server: the page of a union that nobody makes.
public final class FilterBenchmark implements Benchmark {
  private static final int ENTRIES = 1_000_000;
  private static final long SEED = 20_261_121;
  private static final int PAGE = 25;
  private static final int ROUNDS = 5;
  private static final int CALLS = 60;

  /// So many, because a GET takes less than the microsecond that the server counts in.
  private static final int GETS = 2_000;

  private static final JedisClientConfig PATIENT =
      DefaultJedisClientConfig.builder().socketTimeoutMillis(120_000).build();
  private static final String KEY = "pm:%s:{entries/all}:".formatted(GroupFill.GENERATION);
  private static final String UNION = KEY + "union";
  private static final String ENTRY_KIND = "seconds, few ties";
  private static final String GET = "a plain text";

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public About about() {
    return new About(
        "filters",
        "A page of several filter values in Redis",
        "The server's own microseconds a call (INFO commandstats), of a page of 20 and 5 spares out"
            + " of entries in K cells, with the total. A page of a filter is merged from"
            + " its cells.",
        "ZRANGE of 25 entries of the whole group, at random depth",
        "ZUNIONSTORE of the same cells with a ZRANGE, which writes the union for each page");
  }

  @Override
  public void run(Effort effort, Recorder recorder) throws Exception {
    recorder.setting("seed", SEED);
    int entries = effort.of(ENTRIES, ENTRIES);
    recorder.setting("entries", "%,d".formatted(entries));
    recorder.setting("calls", "%d rounds of %d".formatted(ROUNDS, CALLS));
    int[] cells = effort == Effort.THOROUGH ? new int[] {3, 8, 64, 512} : new int[] {3, 8, 64};
    for (int count : cells) {
      try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
          IndexStore store = GroupFill.open(server.uri().toString());
          Jedis redis =
              new Jedis(new HostAndPort(server.uri().getHost(), server.uri().getPort()), PATIENT)) {
        new Run(count, entries, redis, store, recorder).measure();
      }
    }
    recorder.table(
        new Table(
            "filters.micros",
            "Microseconds of the server for a page",
            List.of(
                "Entries",
                "Cells",
                "first",
                "middle",
                "last",
                "anywhere",
                "ZRANGE",
                "anywhere / ZRANGE",
                "ZUNIONSTORE + ZRANGE"),
            rows));
  }

  /// One group in its cells.
  private final class Run {
    private final int cells;
    private final int entries;
    private final Jedis redis;
    private final CommandStats stats;
    private final IndexStore store;
    private final Recorder recorder;
    private final Random random = new Random(SEED);

    private Run(int cells, int entries, Jedis redis, IndexStore store, Recorder recorder) {
      this.cells = cells;
      this.entries = entries;
      this.redis = redis;
      this.stats = new CommandStats(redis);
      this.store = store;
      this.recorder = recorder;
    }

    private void measure() {
      new CellFill(redis, KEY, cells, random).fill(entries);
      List<Cell> union = IntStream.range(0, cells).mapToObj(i -> new Cell("" + i)).toList();
      int last = entries - PAGE;
      Samples first = pages(union, "first", 0, 200);
      Samples middle = pages(union, "middle", last / 2, last / 2 + last / 100);
      Samples end = pages(union, "last", last - 200, last);
      Samples anywhere = new Samples();
      Samples plain = new Samples();
      Samples unfiltered = new Samples();
      for (int round = 0; round < ROUNDS; round++) {
        anywhere.add(micros("evalsha", () -> page(union, random.nextInt(last))));
        plain.add(micros("zrange", () -> range(KEY + "all")));
        unfiltered.add(micros("evalsha", () -> page(List.of(Cell.WHOLE), random.nextInt(last))));
      }
      runs("anywhere", anywhere);
      runs("ZRANGE", plain);
      runs("no filter", unfiltered);
      if (cells == 3) {
        recorder.figure(
            "filters.plain-page.micros",
            "server time of a page without a filter at random depth, in microseconds",
            unfiltered.median());
        compareWithGet(last);
      }
      record(first, middle, end, anywhere, plain, stored());
    }

    /// A serverless cache counts in GETs. Its formula is not published, so there are two figures.
    private void compareWithGet(int last) {
      redis.set(GET, "x".repeat(100));
      Samples commands = new Samples();
      Samples processor = new Samples();
      for (int round = 0; round < ROUNDS; round++) {
        CommandStats.Micros get = stats.of("get", GETS, () -> redis.get(GET));
        CommandStats.Micros page =
            stats.of("evalsha", GETS, () -> page(List.of(Cell.WHOLE), random.nextInt(last)));
        commands.add(page.command() / get.command());
        processor.add(page.processor() / get.processor());
      }
      runs("no filter, commands by GET", commands);
      runs("no filter, processor by GET", processor);
      recorder.figure(
          "filters.plain-page.commands-to-get",
          "time of that page's command, by that of a GET of 100 bytes",
          commands.median());
      recorder.figure(
          "filters.plain-page.processor-to-get",
          "the server's processor time for that page, with its network, by that for a GET",
          processor.median());
    }

    private Samples pages(List<Cell> union, String name, int from, int to) {
      Samples samples = new Samples();
      for (int round = 0; round < ROUNDS; round++) {
        samples.add(micros("evalsha", () -> page(union, from + random.nextInt(to - from))));
      }
      runs(name, samples);
      return samples;
    }

    private void runs(String name, Samples samples) {
      recorder.runs("%s, %d cells, %s".formatted(ENTRY_KIND, cells, name), "us", samples);
    }

    private double stored() {
      String[] keys =
          IntStream.range(0, cells).mapToObj(i -> KEY + "cell:" + i).toArray(String[]::new);
      stats.reset();
      redis.zunionstore(UNION, keys);
      double micros = stats.microsPerCall("zunionstore");
      for (int i = 0; i < CALLS; i++) {
        requireUnion(random.nextInt(entries - PAGE));
      }
      return micros + micros("zrange", () -> range(UNION));
    }

    /// The page must be that of the stored union.
    private void requireUnion(int from) {
      List<byte[]> stored =
          redis.zrange(UNION.getBytes(UTF_8), ZRangeParams.zrangeParams(from, from + 19).rev());
      List<Cell> union = IntStream.range(0, cells).mapToObj(i -> new Cell("" + i)).toList();
      List<Bytes> found = page(union, from).positions().stream().map(Position::member).toList();
      if (!found.equals(stored.stream().map(Bytes::of).toList())) {
        throw new IllegalStateException("the page at %d is not that of the union".formatted(from));
      }
    }

    private void record(
        Samples first,
        Samples middle,
        Samples last,
        Samples anywhere,
        Samples plain,
        double stored) {
      double ratio = anywhere.median() / plain.median();
      rows.add(
          List.of(
              ENTRY_KIND,
              "" + cells,
              Numbers.text(first.median()),
              Numbers.text(middle.median()),
              Numbers.text(last.median()),
              Numbers.text(anywhere.median()),
              Numbers.text(plain.median()),
              Numbers.ratio(ratio),
              Numbers.text(stored)));
      recorder.figure(
          "filters.seconds.%d-cells".formatted(cells),
          "server time of a page of %d cells at random depth, by a plain ZRANGE".formatted(cells),
          ratio,
          aim());
    }

    private Figure.@Nullable Aim aim() {
      return switch (cells) {
        case 3 -> Figure.atMost(6);
        case 8 -> Figure.atMost(10);
        default -> null;
      };
    }

    private PageSlice page(List<Cell> union, int from) {
      PageSlice page =
          store
              .reader()
              .page(
                  new PageQuery(
                      GroupFill.of(store, "all").group(),
                      union,
                      List.of(Cell.WHOLE),
                      Layout.SCORE,
                      Order.DESCENDING,
                      Window.WHOLE,
                      new Anchor.Rank(from),
                      20,
                      5));
      if (page.total() != entries || page.positions().size() < 20) {
        throw new IllegalStateException("page at %d: %s".formatted(from, page));
      }
      return page;
    }

    private void range(String key) {
      int from = random.nextInt(entries - PAGE);
      redis.zrangeWithScores(key, ZRangeParams.zrangeParams(from, from + PAGE - 1).rev());
    }

    private double micros(String command, Runnable call) {
      return stats.of(command, CALLS, call).command();
    }
  }
}
