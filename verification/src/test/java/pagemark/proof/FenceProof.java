package pagemark.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import pagemark.embedded.RedisServer;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.key.Bytes;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.Group;
import pagemark.key.Position;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/// What fences cost: the same records, 1,000 a round trip, once through the index's writer and once
/// as plain pipelined ZADDs, turn by turn on one server. The ratio of the medians is what counts.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.FenceProof`.
public final class FenceProof {
  private static final String GENERATION = "proof00000";
  private static final int RECORDS = 100_000;
  private static final int BATCH = 1_000;
  private static final int ROUNDS = 7;
  private static final long SEED = 20_260_303;

  private record Row(String group, Entry entry) {}

  private FenceProof() {}

  public static void main(String[] args) {
    System.out.println("seed " + SEED);
    System.out.println("| groups | plain ZADD/s | fenced records/s | ratio |");
    for (int groups : new int[] {1, 10, 100, 1_000, 10_000}) {
      measure(groups);
    }
    System.exit(0);
  }

  private static void measure(int groups) {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        IndexStore store = IndexStores.open(server.uri().toString(), IndexSettings.DEFAULT)) {
      double[] plain = new double[ROUNDS];
      double[] fenced = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        List<List<Row>> batches = batches(new Random(SEED + round), groups);
        flush(server.uri());
        store.markers().building(GENERATION, "proof", Instant.EPOCH);
        store.markers().ready(GENERATION, "proof");
        plain[round] = RECORDS / seconds(() -> zadd(server.uri(), batches));
        fenced[round] = RECORDS / seconds(() -> apply(store, batches));
      }
      print(groups, median(plain), median(fenced));
    }
  }

  private static void print(int groups, double plain, double fenced) {
    System.out.printf(
        "| %,6d | %,12.0f | %,16.0f | %5.2f |%n", groups, plain, fenced, fenced / plain);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double seconds(Runnable work) {
    long begin = System.nanoTime();
    work.run();
    return (System.nanoTime() - begin) / 1e9;
  }

  private static List<List<Row>> batches(Random random, int groups) {
    List<List<Row>> batches = new ArrayList<>();
    for (int from = 0; from < RECORDS; from += BATCH) {
      List<Row> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        Position position = new Position(random.nextInt(31_536_000), Bytes.utf8(id));
        batch.add(new Row("group" + random.nextInt(groups), new Entry(Cell.WHOLE, position)));
      }
      batches.add(batch);
    }
    return batches;
  }

  private static void flush(URI redis) {
    try (Jedis jedis = new Jedis(new HostAndPort(redis.getHost(), redis.getPort()))) {
      jedis.flushAll();
    }
  }

  private static void zadd(URI redis, List<List<Row>> batches) {
    try (Jedis jedis = new Jedis(new HostAndPort(redis.getHost(), redis.getPort()))) {
      for (List<Row> batch : batches) {
        Pipeline pipeline = new Pipeline(jedis);
        for (Row row : batch) {
          Position position = row.entry().position();
          byte[] key = ("plain:" + row.group()).getBytes(UTF_8);
          pipeline.zadd(key, position.score(), position.member().toArray());
        }
        pipeline.sync();
      }
    }
  }

  private static void apply(IndexStore store, List<List<Row>> batches) {
    long sequence = 0;
    for (List<Row> batch : batches) {
      Map<String, List<Op>> groups = new LinkedHashMap<>();
      for (Row row : batch) {
        Sequence next = new Sequence("1%020d".formatted(++sequence));
        Bytes item = row.entry().position().member();
        groups
            .computeIfAbsent(row.group(), g -> new ArrayList<>())
            .add(new Op(item, next, row.entry(), Set.of()));
      }
      List<GroupWrite> writes = new ArrayList<>();
      groups.forEach(
          (group, ops) ->
              writes.add(
                  new GroupWrite(new GroupRef(GENERATION, "entries", new Group(group)), ops)));
      requireApplied(store.writer().write(writes));
    }
  }

  private static void requireApplied(List<WriteResult> results) {
    for (WriteResult result : results) {
      if (!(result instanceof WriteResult.Written written)
          || written.duplicates() > 0
          || !written.refused().isEmpty()) {
        throw new IllegalStateException("not applied: " + result);
      }
    }
  }
}
