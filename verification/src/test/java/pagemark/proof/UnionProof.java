package pagemark.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import pagemark.embedded.RedisServer;
import pagemark.index.Anchor;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageQuery;
import pagemark.index.Window;
import pagemark.key.Cell;
import pagemark.key.Group;
import pagemark.key.Layout;
import pagemark.listing.Order;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.params.ZParams;
import redis.clients.jedis.params.ZRangeParams;

/// What a page of a union costs the server: 1,000,000 entries in K cells, the first, middle and
/// last page and pages at random, of 20 and 5 spares, in the server's own microseconds a call (INFO
/// commandstats); beside it, in the same minute, a plain ZRANGE of the whole group, a page of the
/// union that was materialised before, and ZUNIONSTORE with a ZRANGE.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.UnionProof`.
public final class UnionProof {
  private static final int ENTRIES = 1_000_000;
  private static final int CALLS = 300;
  private static final int PAGE = 25;
  private static final JedisClientConfig PATIENT =
      DefaultJedisClientConfig.builder().socketTimeoutMillis(120_000).build();
  private static final long SEED = 20_261_121;
  private static final GroupRef GROUP = new GroupRef("proof00000", "entries", new Group("all"));
  private static final String KEY = "pm:proof00000:{entries/all}:";
  private static final String UNION = KEY + "union";

  private final Random random = new Random(SEED);
  private final Jedis redis;
  private final IndexStore store;

  private UnionProof(Jedis redis, IndexStore store) {
    this.redis = redis;
    this.store = store;
  }

  /// What orders the entries.
  private enum Kind {
    /// Score 0, members that begin with an ISO time.
    STRINGS(Layout.BYTES, 100_000_000),
    /// A score for each second.
    SECONDS(Layout.SCORE, 100_000_000),
    /// 100 scores of 10,000 entries each.
    TIES(Layout.SCORE, 100);

    private final Layout layout;
    private final int scores;

    Kind(Layout layout, int scores) {
      this.layout = layout;
      this.scores = scores;
    }
  }

  public static void main(String[] args) {
    System.out.println("seed " + SEED);
    System.out.println(
        "| entries | K | first | middle | last | random | ZRANGE | materialised"
            + " | ZUNIONSTORE + ZRANGE |");
    for (Kind kind : Kind.values()) {
      for (int cells : new int[] {3, 8, 64, 512}) {
        try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
            IndexStore store = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT);
            Jedis redis =
                new Jedis(
                    new HostAndPort(server.uri().getHost(), server.uri().getPort()), PATIENT)) {
          store.markers().building("proof00000", "proof", Instant.EPOCH);
          store.markers().ready("proof00000", "proof");
          new UnionProof(redis, store).measure(kind, cells);
        }
      }
    }
    System.exit(0);
  }

  private void measure(Kind kind, int cells) {
    fill(kind, cells);
    List<Cell> union = IntStream.range(0, cells).mapToObj(i -> new Cell("" + i)).toList();
    List<Double> pages = new ArrayList<>();
    int last = ENTRIES - PAGE;
    for (int[] range :
        List.of(
            new int[] {0, 200},
            new int[] {last / 2, last / 2 + 10_000},
            new int[] {last - 200, last},
            new int[] {0, last})) {
      pages.add(microsOf("evalsha", () -> page(kind, union, between(range))));
    }
    double plain = microsOf("zrange", () -> range(KEY + "all", kind));
    String[] keys = union.stream().map(cell -> KEY + "cell:" + cell.name()).toArray(String[]::new);
    redis.zunionstore(UNION, keys);
    double materialised = microsOf("zrange", () -> range(UNION, kind));
    redis.configResetStat();
    redis.zunionstore(UNION, new ZParams(), keys);
    double stored = micros("zunionstore") + materialised;
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.0f | %.0f | %.0f | %.0f | %.1f | %.1f | %,.0f (%,.0f times random) |%n",
        kind.name().toLowerCase(Locale.ROOT),
        cells,
        pages.get(0),
        pages.get(1),
        pages.get(2),
        pages.get(3),
        plain,
        materialised,
        stored,
        stored / pages.get(3));
  }

  private int between(int[] range) {
    return range[0] + random.nextInt(range[1] - range[0]);
  }

  private void fill(Kind kind, int cells) {
    List<IdentityHashMap<byte[], Double>> buffers = new ArrayList<>();
    for (int i = 0; i <= cells; i++) {
      buffers.add(new IdentityHashMap<>());
    }
    for (int i = 0; i < ENTRIES; i++) {
      int at = 1_600_000_000 + random.nextInt(kind.scores);
      String id = "%016x".formatted(random.nextLong());
      byte[] member =
          (kind.layout == Layout.SCORE ? id : Instant.ofEpochSecond(at) + "\0\1" + id)
              .getBytes(UTF_8);
      double score = kind.layout == Layout.SCORE ? at : 0;
      int cell = random.nextInt(cells);
      put(buffers, cells, KEY + "all", member, score);
      put(buffers, cell, KEY + "cell:" + cell, member, score);
    }
    flush(buffers.get(cells), KEY + "all");
    for (int cell = 0; cell < cells; cell++) {
      flush(buffers.get(cell), KEY + "cell:" + cell);
    }
  }

  private void put(
      List<IdentityHashMap<byte[], Double>> buffers,
      int number,
      String key,
      byte[] member,
      double score) {
    IdentityHashMap<byte[], Double> buffer = buffers.get(number);
    buffer.put(member, score);
    if (buffer.size() == 1_000) {
      flush(buffer, key);
    }
  }

  private void flush(IdentityHashMap<byte[], Double> buffer, String key) {
    if (!buffer.isEmpty()) {
      redis.zadd(key.getBytes(UTF_8), buffer);
      buffer.clear();
    }
  }

  private void page(Kind kind, List<Cell> cells, int from) {
    store
        .reader()
        .page(
            new PageQuery(
                GROUP,
                cells,
                List.of(Cell.WHOLE),
                kind.layout,
                Order.DESCENDING,
                Window.WHOLE,
                new Anchor.Rank(from),
                20,
                5));
  }

  private void range(String key, Kind kind) {
    int from = random.nextInt(ENTRIES - PAGE);
    ZRangeParams range = ZRangeParams.zrangeParams(from, from + PAGE - 1).rev();
    if (kind.layout == Layout.SCORE) {
      redis.zrangeWithScores(key, range);
    } else {
      redis.zrange(key, range);
    }
  }

  /// The median of five rounds.
  private double microsOf(String command, Runnable call) {
    double[] rounds = new double[5];
    for (int round = 0; round < rounds.length; round++) {
      redis.configResetStat();
      for (int i = 0; i < CALLS / rounds.length; i++) {
        call.run();
      }
      rounds[round] = micros(command);
    }
    Arrays.sort(rounds);
    return rounds[2];
  }

  private double micros(String command) {
    return redis
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .map(line -> line.replaceAll(".*usec_per_call=([0-9.]+).*", "$1"))
        .mapToDouble(Double::parseDouble)
        .findFirst()
        .orElseThrow();
  }
}
