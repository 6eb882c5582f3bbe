package pagemark.benchmark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import pagemark.entry.Layout;
import redis.clients.jedis.Jedis;

/// Fills the sorted sets of one group and its cells, without fences.
///
/// @param prefix of the group's keys
record CellFill(Jedis redis, String prefix, int cells, Random random) {
  /// The sort values of the entries.
  enum Kind {
    /// Score 0, members that begin with an ISO time.
    STRINGS("ISO times as strings", Layout.BYTES, 100_000_000),
    /// A score for each second.
    SECONDS("seconds, few ties", Layout.SCORE, 100_000_000),
    /// 100 scores of 10,000 entries each.
    TIES("10,000 ties a score", Layout.SCORE, 100);

    private final String title;
    private final Layout layout;
    private final int scores;

    Kind(String title, Layout layout, int scores) {
      this.title = title;
      this.layout = layout;
      this.scores = scores;
    }

    String title() {
      return title;
    }

    Layout layout() {
      return layout;
    }
  }

  /// Adds entries to the whole set and to one cell each.
  void fill(Kind kind, int entries) {
    List<IdentityHashMap<byte[], Double>> buffers = new ArrayList<>();
    for (int i = 0; i <= cells; i++) {
      buffers.add(new IdentityHashMap<>());
    }
    for (int i = 0; i < entries; i++) {
      int at = 1_600_000_000 + random.nextInt(kind.scores);
      String id = "%016x".formatted(random.nextLong());
      byte[] member =
          (kind.layout == Layout.SCORE ? id : Instant.ofEpochSecond(at) + "\0\1" + id)
              .getBytes(UTF_8);
      double score = kind.layout == Layout.SCORE ? at : 0;
      int cell = random.nextInt(cells);
      put(buffers.get(cells), prefix + "all", member, score);
      put(buffers.get(cell), prefix + "cell:" + cell, member, score);
    }
    flush(buffers.get(cells), prefix + "all");
    for (int cell = 0; cell < cells; cell++) {
      flush(buffers.get(cell), prefix + "cell:" + cell);
    }
  }

  private void put(
      IdentityHashMap<byte[], Double> buffer, String key, byte[] member, double score) {
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
}
