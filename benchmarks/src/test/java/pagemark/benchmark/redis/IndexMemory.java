package pagemark.benchmark.redis;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/// How much memory the keys of an index take, as Redis itself says: MEMORY USAGE of every key, all
/// elements sampled.
public final class IndexMemory implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int CHUNK = 1_000;
  private static final int ALL_SAMPLES = 0;
  private static final Pattern NAME = Pattern.compile("pm:[^:]+:\\{.*}:(all|cell|packed|fence).*");

  private final Jedis redis;

  public IndexMemory(URI redis) {
    this.redis =
        new Jedis(
            new HostAndPort(redis.getHost(), redis.getPort()),
            DefaultJedisClientConfig.builder().socketTimeoutMillis(TIMEOUT_MILLIS).build());
  }

  /// Bytes by the kind of key.
  ///
  /// @param all of the whole groups
  /// @param cells of the filters' cells
  /// @param fences of both periods
  record Usage(long all, long cells, long fences) {
    long total() {
      return all + cells + fences;
    }
  }

  /// Of all groups of `generation`.
  Usage usage(String generation) {
    Map<String, Long> bytes = new HashMap<>();
    ScanParams chunk = new ScanParams().match("pm:" + generation + ":*").count(CHUNK);
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> scanned = redis.scan(cursor, chunk);
      add(scanned.getResult(), bytes);
      cursor = scanned.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    return new Usage(
        bytes.getOrDefault("all", 0L),
        bytes.getOrDefault("cell", 0L),
        bytes.getOrDefault("packed", 0L) + bytes.getOrDefault("fence", 0L));
  }

  private void add(List<String> keys, Map<String, Long> bytes) {
    List<Response<Long>> usages = new ArrayList<>();
    try (Pipeline pipeline = redis.pipelined()) {
      keys.forEach(key -> usages.add(pipeline.memoryUsage(key, ALL_SAMPLES)));
    }
    for (int i = 0; i < keys.size(); i++) {
      Matcher name = NAME.matcher(keys.get(i));
      if (!name.matches()) {
        throw new IllegalStateException("not a key of a group: " + keys.get(i));
      }
      bytes.merge(name.group(1), usages.get(i).get(), Long::sum);
    }
  }

  /// Bytes that the whole server has allocated.
  long used() {
    return Long.parseLong(info("memory", "used_memory"));
  }

  public String version() {
    return info("server", "redis_version");
  }

  private String info(String section, String field) {
    Matcher line = Pattern.compile("(?m)^" + field + ":(\\S+)").matcher(redis.info(section));
    if (!line.find()) {
      throw new IllegalStateException("INFO has no " + field);
    }
    return line.group(1);
  }

  @Override
  public void close() {
    redis.close();
  }
}
