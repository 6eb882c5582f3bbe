package pagemark.benchmark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import redis.clients.jedis.Jedis;

/// Fills the sorted sets of one group and its cells, without fences: a score for each second, with
/// few ties.
///
/// @param prefix of the group's keys
record CellFill(Jedis redis, String prefix, int cells, Random random) {
  private static final int SECONDS = 100_000_000;

  /// Adds entries to the whole set and to one cell each.
  void fill(int entries) {
    List<IdentityHashMap<byte[], Double>> buffers = new ArrayList<>();
    for (int i = 0; i <= cells; i++) {
      buffers.add(new IdentityHashMap<>());
    }
    for (int i = 0; i < entries; i++) {
      int at = 1_600_000_000 + random.nextInt(SECONDS);
      byte[] member = "%016x".formatted(random.nextLong()).getBytes(UTF_8);
      int cell = random.nextInt(cells);
      put(buffers.get(cells), prefix + "all", member, at);
      put(buffers.get(cell), prefix + "cell:" + cell, member, at);
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
