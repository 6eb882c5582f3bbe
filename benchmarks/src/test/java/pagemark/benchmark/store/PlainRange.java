package pagemark.benchmark.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/// The index's own sorted set, read by ZREVRANGE.
final class PlainRange implements AutoCloseable {
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
